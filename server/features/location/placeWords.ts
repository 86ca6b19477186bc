/** What is searched for and searched in: small letters and figures, without accents. */
export function placeWords(text: string): string[] {
  const isPlain = /^[\x20-\x7e]*$/.test(text)
  const plain = isPlain ? text : text.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

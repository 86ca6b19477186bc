type Part = { text: string; isMarked: boolean }

/** `text` cut where one of the typed words begins and ends, so that it can be marked. */
export function markedParts(text: string, typed: string): Part[] {
  const words = typed.trim().split(/\s+/).filter(Boolean).map(escapeRegExp)
  if (words.length === 0) return [{ text, isMarked: false }]
  // A capturing split gives what matched at every odd place.
  return text
    .split(new RegExp(`(${words.join('|')})`, 'i'))
    .map((part, place) => ({ text: part, isMarked: place % 2 === 1 }))
    .filter((part) => part.text !== '')
}

const escapeRegExp = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * 'Indore', 'Indore and Bhopal', 'Indore, Bhopal and Pune'. Not `Intl.ListFormat`, whose first use keeps a
 * cheap phone busy for a tenth of a second.
 */
export function joinWithAnd(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

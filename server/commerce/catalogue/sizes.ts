const letters = ['3XS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL', '6XL']
const otherSpellings: Record<string, string> = {
  XXXS: '3XS',
  '2XS': 'XXS',
  '2XL': 'XXL',
  XXXL: '3XL',
  XXXXL: '4XL',
  XXXXXL: '5XL',
}

const firstWord = 100_000

/** Ranks letter sizes first, then numbers (28, 34B), then those with a system (UK 7), then words. */
function rankOf(size: string): number {
  const [first = ''] = size.toUpperCase().split('/')
  const letter = letters.indexOf(otherSpellings[first.trim()] ?? first.trim())
  if (letter >= 0) return letter
  const [, system, digits] = /^(\D*)(\d+(?:\.\d+)?)/.exec(size) ?? []
  if (digits === undefined) return firstWord
  return (system?.trim() ? 10_000 : 100) + Number(digits)
}

/** Compares two sizes in the order of their kind; words have no order. */
export function compareSizes(a: string, b: string): number {
  const rank = rankOf(a)
  const byRank = rank - rankOf(b)
  if (byRank !== 0 || rank === firstWord || a === b) return byRank
  return a < b ? -1 : 1
}

/** Whether a text is a letter size, such as XL. */
export const isLetterSize = (text: string): boolean => rankOf(text) < letters.length

/** Equal for spellings of one size: 'UK 8' and 'uk8'. */
export const sizeKey = (size: string): string => size.toLowerCase().replace(/\s/g, '')

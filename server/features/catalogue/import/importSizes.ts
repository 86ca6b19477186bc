import { compareSizes, isLetterSize, sizeKey } from '#server/commerce/sizes.ts'
import { ImportRejectedError, numberOf } from './importValues.ts'

/** The same as in `store stock set`. */
const maxStock = 999_999
const maxSizeLength = 40
const maxSizes = 60

export const split = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Whether the text of the field `stock` has a count for each size, as in `S:2|M:0`. */
export const namesSizes = (stock: string) => stock.includes(':')

type SizeTexts = {
  /** The text of the field; a list of sizes is one that the store has. */
  sizes: string | string[]
  stock: string
  separator: string
  storedSizes: string[]
}

/**
 * Sizes in their order with their stock: one count for all `sizes`, or `S:2|M:0|L:7`. A size that the store has in
 * another spelling keeps that one.
 */
export function stockOf({ sizes, stock: counts, separator, storedSizes }: SizeTexts) {
  const spellings = new Map(storedSizes.map((size) => [sizeKey(size), size]))
  const spellingOf = (size: string) => {
    const spelling = spellings.get(sizeKey(size))
    if (spelling === undefined) spellings.set(sizeKey(size), size)
    return spelling ?? size
  }
  const isText = typeof sizes === 'string'
  const listed = isText ? split(sizes, separator).map(spellingOf) : sizes
  if (isText) requireSizeList('sizes', { listed, text: sizes, separator })
  const parts = split(counts, separator).map((part) => countOf(part, counts, separator))
  const counted = parts.flatMap(({ size }) => (size === undefined ? [] : [spellingOf(size)]))
  requireSizeList('stock', { listed: counted, text: counts, separator })
  const stock = new Map<string, number>()
  for (const { size, onHand } of parts) {
    if (size !== undefined) stock.set(spellingOf(size), onHand)
    else for (const each of listed) stock.set(each, onHand)
  }
  for (const size of listed) if (!stock.has(size)) stock.set(size, 0)
  if (stock.size === 0) throw new ImportRejectedError('sizes is empty')
  if (stock.size > maxSizes) throw new ImportRejectedError(`sizes has more than ${maxSizes} sizes`)
  for (const size of stock.keys())
    if (size.length > maxSizeLength)
      throw new ImportRejectedError(`size "${size.slice(0, 20)}…" is longer than ${maxSizeLength}`)
  return new Map([...stock].sort(([a], [b]) => compareSizes(a, b)))
}

/** A part of the field `stock`: a count, with its size unless it is for all. */
function countOf(part: string, whole: string, separator: string) {
  const [first = '', second, ...others] = part.split(':').map((text) => text.trim())
  const isForAll = second === undefined && split(whole, separator).length === 1
  if (others.length > 0 || (second === undefined ? !isForAll : first === ''))
    throw new ImportRejectedError(`stock "${whole}" must be one number, or written as S:2`)
  const onHand = numberOf('stock', second ?? first)
  if (!Number.isInteger(onHand))
    throw new ImportRejectedError(`stock "${part}" is not a whole number`)
  if (onHand > maxStock) throw new ImportRejectedError(`stock "${part}" is too high`)
  return { size: second === undefined ? undefined : first, onHand }
}

type ListedSizes = { listed: string[]; text: string; separator: string }

/**
 * Rejects a size that is named twice, and `S,M,L`, which would be one size, if another separator is set; "28/30" and
 * "S/M" are sizes.
 */
function requireSizeList(field: string, { listed, text, separator }: ListedSizes): void {
  if (listed.some(isSizeList))
    throw new ImportRejectedError(
      `${field} "${text.slice(0, 40)}" must be separated by "${separator}"; --separator sets another separator`,
    )
  const keys = listed.map(sizeKey)
  const twice = listed.find((_, at) => keys.indexOf(keys[at] ?? '') < at)
  if (twice !== undefined) throw new ImportRejectedError(`${field} names the size "${twice}" twice`)
}

function isSizeList(size: string): boolean {
  if (/[,;|\t]/.test(size)) return true
  const parts = size.split(/[/\s]+/)
  const isPair = size.includes('/') && parts.length === 2
  const isSize = (part: string) => isLetterSize(part) || /^\d\d$/.test(part)
  return parts.length > 1 && !isPair && parts.every(isSize)
}

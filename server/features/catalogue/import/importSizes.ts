import { compareSizes, isLetterSize, sizeKey } from '#server/commerce/catalogue/sizes.ts'
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
  /** The text of the stock of each warehouse. */
  stock: Map<string, string>
  separator: string
  storedSizes: string[]
}

/** The sizes of a product in their order, and what each warehouse has of each. */
export type SizesAndStock = { sizes: string[]; stock: Map<string, Map<string, number>> }

/**
 * Sizes with their stock: one count for all `sizes`, or `S:2|M:0|L:7`. A size that the store has in another spelling
 * keeps that one.
 */
export function sizesAndStockOf({
  sizes,
  stock,
  separator,
  storedSizes,
}: SizeTexts): SizesAndStock {
  const spellings = new Map(storedSizes.map((size) => [sizeKey(size), size]))
  const spellingOf = (size: string) => {
    const spelling = spellings.get(sizeKey(size))
    if (spelling === undefined) spellings.set(sizeKey(size), size)
    return spelling ?? size
  }
  const isText = typeof sizes === 'string'
  const listed = isText ? split(sizes, separator).map(spellingOf) : sizes
  if (isText) requireSizeList('sizes', { listed, text: sizes, separator })
  const countsByWarehouse = [...stock].map(([warehouseId, counts]) => {
    const parts = split(counts, separator).map((part) => countOf(part, counts, separator))
    const counted = parts.flatMap(({ size }) => (size === undefined ? [] : [spellingOf(size)]))
    requireSizeList('stock', { listed: counted, text: counts, separator })
    const countBySize = new Map<string, number>()
    for (const { size, onHand } of parts) {
      if (size !== undefined) countBySize.set(spellingOf(size), onHand)
      else for (const each of listed) countBySize.set(each, onHand)
    }
    return [warehouseId, countBySize] as const
  })
  const named = countsByWarehouse.flatMap(([, counts]) => [...counts.keys()])
  const all = [...new Set([...listed, ...named])].sort(compareSizes)
  requireUsableSizes(all)
  return {
    sizes: all,
    stock: new Map(
      countsByWarehouse.map(([warehouseId, counts]) => [
        warehouseId,
        new Map(all.map((size) => [size, counts.get(size) ?? 0])),
      ]),
    ),
  }
}

function requireUsableSizes(sizes: string[]): void {
  if (sizes.length === 0) throw new ImportRejectedError('sizes is empty')
  if (sizes.length > maxSizes)
    throw new ImportRejectedError(`sizes has more than ${maxSizes} sizes`)
  const long = sizes.find((size) => size.length > maxSizeLength)
  if (long !== undefined)
    throw new ImportRejectedError(`size "${long.slice(0, 20)}…" is longer than ${maxSizeLength}`)
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

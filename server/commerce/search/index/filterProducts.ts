import { backInStockForDays, newForDays } from '#contract/catalogue/attributes.ts'
import type { ListQuery } from '#contract/catalogue/listing.ts'
import { type Rupees, toPaise } from '#contract/values/money.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { CatalogueSnapshot, Position } from './catalogueSnapshot.ts'
import { type Column, positionsByCode } from './columns.ts'

/** The list's own filters: all but the search, the order and the page. */
export type ListFilters = Omit<
  ListQuery,
  'search' | 'sortBy' | 'sortOrder' | 'cursor' | 'limit' | 'warehouse' | 'prefer'
>

type FilterOptions = {
  /** All products as recommended if it is not given. */
  among?: Uint32Array | undefined
  maxCount?: number
}

/** The first products that fulfil the filters, in the given order. */
export function filterProducts(
  snapshot: CatalogueSnapshot,
  filters: ListFilters,
  { among, maxCount = Infinity }: FilterOptions = {},
): Uint32Array {
  if (among && !hasFilters(filters)) return among.subarray(0, maxCount)
  const positions = new Uint32Array(Math.min(among?.length ?? snapshot.prices.length, maxCount))
  let count = 0
  filterInBlocks(snapshot, { filters, among }, (block) => {
    const part = block.subarray(0, positions.length - count)
    positions.set(part, count)
    count += part.length
    return count < positions.length
  })
  return positions.subarray(0, count)
}

const hasFilters = (filters: ListFilters) =>
  Object.values(filters).some((value) => value !== undefined)

export type Count = {
  total: number
  /** Whether there may be more, as in a list that says "2,000+ items". */
  isMinimum: boolean
}

/** Up to this number, all products of a list are counted. */
const minCounted = 2 ** 16
/** Beyond it, the total is rounded down to a multiple of this: 1,000+, 2,000+ … */
const countStep = 1000

/**
 * How many products fulfil the filters. In a large catalogue the count ends early: nobody looks
 * through thousands of products, and counting them takes most of the time of a list.
 */
export function countMatches(snapshot: CatalogueSnapshot, filters: ListFilters): Count {
  let [counted, total] = [0, 0]
  const size = filterInBlocks(snapshot, { filters }, (block) => {
    total += block.length
    counted += blockSize
    return counted < minCounted || total < countStep
  })
  const isMinimum = counted < size
  return { total: isMinimum ? total - (total % countStep) : total, isMinimum }
}

/**
 * The products are filtered a block at a time, by one filter after the other: such short loops take
 * less than half the time of one loop with all conditions, and end early if only the first products are wanted.
 */
const blockSize = 4096

/**
 * Calls `onBlock` with the products of each block that fulfil the filters, until it returns false.
 * Returns how many products there were to look at.
 */
function filterInBlocks(
  snapshot: CatalogueSnapshot,
  { filters, among }: { filters: ListFilters; among?: Uint32Array | undefined },
  onBlock: (positions: Uint32Array) => boolean,
): number {
  const columnTests = columnTestsOf(snapshot, filters)
  const steps = [...columnTests.map(hasMatchingValue), ...valueSteps(snapshot, filters)]
  const candidates = among ?? mostSelective(columnTests, snapshot.prices.length)
  const size = candidates?.length ?? snapshot.prices.length
  const block = new Uint32Array(Math.min(blockSize, size))
  for (let from = 0; from < size; from += blockSize) {
    let count = Math.min(blockSize, size - from)
    if (candidates) block.set(candidates.subarray(from, from + count))
    else for (let at = 0; at < count; at++) block[at] = from + at
    for (const step of steps) count = step(block, count)
    if (!onBlock(block.subarray(0, count))) break
  }
  return size
}

/** Moves those of the first `count` products that it keeps to the front, and returns their number. */
type FilterStep = (block: Uint32Array, count: number) => number

const daySeconds = 86_400

function valueSteps(snapshot: CatalogueSnapshot, filters: ListFilters): FilterStep[] {
  const { priceMin, priceMax, discount, rating, isNew, isBack, sold, inStock, trending } = filters
  const steps: FilterStep[] = []
  const now = clock.now().getTime() / 1000
  if (priceMin !== undefined || priceMax !== undefined) {
    const highest = priceMax === undefined ? Infinity : paise(priceMax)
    steps.push(inRange(snapshot.prices, paise(priceMin ?? '0'), highest))
  }
  if (discount !== undefined) steps.push(inRange(snapshot.discounts, Number(discount)))
  if (rating !== undefined) steps.push(inRange(snapshot.ratings, Number(rating) * 10))
  if (isNew === 'true') steps.push(inRange(snapshot.createdAt, now - newForDays * daySeconds))
  if (isBack === 'true')
    steps.push(inRange(snapshot.restockedAt, now - backInStockForDays * daySeconds))
  if (sold === 'true') steps.push(inRange(snapshot.isSold, 1))
  if (inStock === 'true' || isBack === 'true') steps.push(inRange(snapshot.inStock, 1))
  if (trending !== undefined) steps.push(oneOf(new Set(trendingIn(snapshot, trending))))
  return steps
}

const paise = (rupees: string) => toPaise(Number(rupees) as Rupees)

const inRange =
  (values: Uint32Array | Uint8Array, lowest: number, highest = Infinity): FilterStep =>
  (block, count) => {
    let keptCount = 0
    for (let at = 0; at < count; at++) {
      const position = block[at] as number
      const value = values[position] as number
      block[keptCount] = position
      if (value >= lowest && value <= highest) keptCount++
    }
    return keptCount
  }

const oneOf =
  (matches: Set<Position>): FilterStep =>
  (block, count) => {
    const matching = block.subarray(0, count).filter((position) => matches.has(position))
    block.set(matching)
    return matching.length
  }

type ColumnTest = {
  column: Column
  /** 1 by the code of a value if it matches the filter, else 0. */
  isMatch: Uint8Array
}

function columnTestsOf({ columns }: CatalogueSnapshot, filters: ListFilters): ColumnTest[] {
  const tests: [Column, string[] | undefined][] = [
    [columns.category, filters.category ? [filters.category] : undefined],
    [columns.subcategories, filters.subcategory ? [filters.subcategory] : undefined],
    [columns.brand, filters.brand?.split(',')],
    [columns.genders, filters.gender ? [filters.gender.toLowerCase()] : undefined],
    [columns.sizes, filters.size?.split(',')],
    [columns.origin, filters.origin?.split(',')],
    [columns.colour, filters.colour?.split(',')],
    [columns.fabrics, filters.fabric?.split(',')],
    [columns.occasions, filters.occasion?.split(',')],
  ]
  return tests.flatMap(([column, items]) => {
    if (!items) return []
    const isMatch = column.values.map((value) =>
      value.some((item) => items.includes(item)) ? 1 : 0,
    )
    return { column, isMatch: Uint8Array.from(isMatch) }
  })
}

const hasMatchingValue =
  ({ column: { codes }, isMatch }: ColumnTest): FilterStep =>
  (block, count) => {
    let keptCount = 0
    for (let at = 0; at < count; at++) {
      const position = block[at] as number
      block[keptCount] = position
      keptCount += isMatch[codes[position] as number] as number
    }
    return keptCount
  }

/** Above this share of the catalogue, looking at all products is faster than merging those of several values. */
const maxShareToMerge = 1 / 8

/** The products of the most selective filter, in their order; undefined if none is selective. */
function mostSelective(tests: ColumnTest[], size: number): Uint32Array | undefined {
  let best: Uint32Array[] | undefined
  let bestCount = size
  for (const { column, isMatch } of tests) {
    const { starts, positions } = positionsByCode(column)
    const parts: Uint32Array[] = []
    isMatch.forEach((matches, code) => {
      if (matches) parts.push(positions.subarray(starts[code], starts[code + 1]))
    })
    const count = parts.reduce((sum, { length }) => sum + length, 0)
    if (count >= bestCount || (parts.length > 1 && count > size * maxShareToMerge)) continue
    best = parts
    bestCount = count
  }
  return best && mergeSorted(best)
}

/** Merges two halves of the lists at a time, so that no product is moved more often than needed. */
function mergeSorted(lists: Uint32Array[]): Uint32Array {
  const [only = new Uint32Array()] = lists
  if (lists.length < 2) return only
  const middle = lists.length >> 1
  const left = mergeSorted(lists.slice(0, middle))
  const right = mergeSorted(lists.slice(middle))
  const merged = new Uint32Array(left.length + right.length)
  let [fromLeft, fromRight] = [0, 0]
  for (let at = 0; at < merged.length; at++) {
    const isLeft =
      fromRight === right.length ||
      (fromLeft < left.length && (left[fromLeft] as number) < (right[fromRight] as number))
    merged[at] = (isLeft ? left[fromLeft++] : right[fromRight++]) as number
  }
  return merged
}

/** What customers in a city buy most, sold-out products last. */
export function trendingIn({ trending, inStock }: CatalogueSnapshot, city: string): Uint32Array {
  const positions = trending.get(city.trim().toLowerCase()) ?? []
  const isInStock = (position: Position) => inStock[position] === 1
  return Uint32Array.from([
    ...positions.filter(isInStock),
    ...positions.filter((position) => !isInStock(position)),
  ])
}

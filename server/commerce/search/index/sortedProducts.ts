import { cachePerSnapshot, type CatalogueSnapshot, type Position } from './catalogueSnapshot.ts'
import { filterProducts, type ListFilters } from './filterProducts.ts'

export type SortOrder = 'price-asc' | 'price-desc' | 'newest' | 'popular' | 'discount' | 'rating'

/** The first products in another order; equal ones keep their order. */
export function sortProducts(
  snapshot: CatalogueSnapshot,
  positions: Uint32Array,
  { order, count }: { order: SortOrder; count: number },
): Uint32Array {
  const indices = smallest(positions, keysOf(snapshot, order), count)
  return indices.map((index) => positions[index] as Position)
}

/** What an order sorts by, ascending: the key of a product is its value times the factor, rounded. Values are not negative, and keys have 32 bits. */
type SortKeys = { values: Uint8Array | Uint32Array | Float32Array; factor: number }

const keysOf = (snapshot: CatalogueSnapshot, order: SortOrder): SortKeys =>
  ({
    'price-asc': { values: snapshot.prices, factor: 1 },
    'price-desc': { values: snapshot.prices, factor: -1 },
    newest: { values: snapshot.createdAt, factor: -1 },
    popular: { values: snapshot.popularity, factor: -100 },
    discount: { values: snapshot.discounts, factor: -1 },
    rating: { values: snapshot.ratings, factor: -1 },
  })[order]

/**
 * The indices of the `count` positions with the smallest keys, sorted. A page needs few, and sorting all takes most of
 * its time. Key and index are in one number, for up to a million products: typed arrays sort plain numbers many times
 * as fast as with a comparison function. A function that returns the key of a position takes twice as long.
 */
function smallest(
  positions: Uint32Array,
  { values, factor }: SortKeys,
  count: number,
): Uint32Array {
  const shift = 2 ** 20
  const size = positions.length
  const candidates = new Float64Array(Math.min(size, 4 * count))
  let filled = 0
  let limit = Infinity
  for (let at = 0; at < size; at++) {
    const key = Math.round((values[positions[at] as Position] as number) * factor)
    const number = key * shift + at
    if (number >= limit) continue
    candidates[filled++] = number
    if (filled < candidates.length || at === size - 1) continue
    candidates.sort()
    filled = count
    limit = candidates[count - 1] as number
  }
  const sorted = candidates.subarray(0, filled).sort().subarray(0, count)
  return Uint32Array.from(sorted, (number) => ((number % shift) + shift) % shift)
}

const cachedOrders = cachePerSnapshot<Uint32Array>('order', ({ length }) => length)

const sortedCatalogue = (whole: CatalogueSnapshot, order: SortOrder): Uint32Array =>
  cachedOrders(whole, order, () => sortAll(keysOf(whole, order)))

const digitBits = 16
const digitMask = 2 ** digitBits - 1

/**
 * All positions by their keys, equal ones as recommended: a radix sort of two digits, the low one first. Typed arrays
 * take ten times as long to sort 500,000 numbers.
 */
function sortAll({ values, factor }: SortKeys): Uint32Array {
  const base = factor < 0 ? 2 ** 32 - 1 : 0
  const keys = new Uint32Array(values.length)
  for (let at = 0; at < keys.length; at++) {
    keys[at] = base + Math.round((values[at] as number) * factor)
  }
  const recommended = keys.map((_key, position) => position)
  return sortByDigit(sortByDigit(recommended, keys, 0), keys, digitBits)
}

/** Sorted by the digit that begins at this bit of the keys; positions with the same digit keep their order. */
function sortByDigit(positions: Uint32Array, keys: Uint32Array, bit: number): Uint32Array {
  /** By digit, the place of the next position that has it. */
  const next = new Uint32Array(digitMask + 2)
  for (let at = 0; at < keys.length; at++) {
    const following = (((keys[at] as number) >>> bit) & digitMask) + 1
    next[following] = (next[following] as number) + 1
  }
  for (let digit = 1; digit < next.length; digit++) {
    next[digit] = (next[digit] as number) + (next[digit - 1] as number)
  }
  const sorted = new Uint32Array(positions.length)
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at] as Position
    const digit = ((keys[position] as number) >>> bit) & digitMask
    const place = next[digit] as number
    sorted[place] = position
    next[digit] = place + 1
  }
  return sorted
}

/**
 * A list of so many products is not sorted: its first products are looked up in the sorted catalogue. That takes at most 2 ms at
 * 500,000 products, if all of them come last there.
 */
const minToLookUp = 1000

type FilterAndSort = {
  filters: ListFilters
  order: SortOrder
  /** How many products are needed, and how many fulfil the filters, or at least do. */
  count: number
  total: number
}

/**
 * The first `count` products that fulfil the filters, in this order. `whole` is the catalogue of all warehouses, which
 * is sorted once.
 */
export function filterAndSort(
  whole: CatalogueSnapshot,
  snapshot: CatalogueSnapshot,
  { filters, order, count, total }: FilterAndSort,
): Uint32Array {
  if (total < minToLookUp)
    return sortProducts(snapshot, filterProducts(snapshot, filters), { order, count })
  return filterProducts(snapshot, filters, {
    among: sortedCatalogue(whole, order),
    maxCount: count,
  })
}

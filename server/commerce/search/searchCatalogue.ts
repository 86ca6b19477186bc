import type { UnderstoodPart } from '#contract/catalogue/listing.ts'
import { newForDays } from '#contract/catalogue/attributes.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  cachedListSize,
  cachePerSnapshot,
  type CatalogueSnapshot,
  type Position,
} from './catalogueIndex.ts'
import type { Clause } from './clauses.ts'
import type { Column } from './columns.ts'
import { filterProducts, type ListFilters } from './filterProducts.ts'
import { interpretSearch } from './interpretSearch.ts'
import { combinationsOf, intersectMatches, type Matches, rankMatches } from './matches.ts'

/** The products of a search, best first, before any filter of the list. */
export type SearchResult = {
  positions: Uint32Array
  understood: UnderstoodPart[]
  /** The parts, as typed, that were dropped because no product matches all of them. */
  leftOut: string[]
}

const emptyResult = { positions: new Uint32Array(), understood: [], leftOut: [] }

/** The number of products in all cached results, which take four bytes each. */
const maxCachedProducts = 2_000_000
const cachedResults = cachePerSnapshot<SearchResult>(maxCachedProducts, ({ positions }) =>
  cachedListSize(positions),
)

/**
 * Searches the whole catalogue. If nothing matches all parts, they are matched more loosely; if still
 * nothing matches, the least specific parts are left out. Results are cached, because
 * a shopper asks for the products, the filters and further pages of the same search.
 */
export const searchCatalogue = (snapshot: CatalogueSnapshot, search: string): SearchResult =>
  cachedResults(snapshot, search, () => findProducts(snapshot, search))

function findProducts(snapshot: CatalogueSnapshot, search: string): SearchResult {
  const { clauses, understood } = interpretSearch(snapshot, search)
  if (clauses.length === 0) return emptyResult
  const { inStock, ids } = snapshot
  const parts = understood.map(({ part }) => part)
  const narrow = clauses.map(({ matches }) => matches())
  const found = intersectMatches(narrow)
  if (found.length > 0) {
    return { positions: rankMatches(found, inStock), understood: parts, leftOut: [] }
  }
  const hasWider = clauses.some(({ widerMatches }) => widerMatches !== undefined)
  const wider = clauses.map(({ widerMatches }, at) => widerMatches?.() ?? (narrow[at] as Matches))
  const foundWider = hasWider ? intersectMatches(wider) : found
  if (foundWider.length > 0) {
    return { positions: rankMatches(foundWider, inStock), understood: parts, leftOut: [] }
  }

  const options = { productCount: ids.length, weightOf: weighing(clauses) }
  const bestNarrow = bestCombination(narrow, options)
  const isWiderWorthwhile =
    hasWider && options.weightOf(filledMask(wider)) > options.weightOf(bestNarrow.mask)
  const bestWide = isWiderWorthwhile ? bestCombination(wider, options) : bestNarrow
  const isWider = options.weightOf(bestWide.mask) > options.weightOf(bestNarrow.mask)
  const { mask, matches } = isWider ? bestWide : bestNarrow
  if (mask === 0) return emptyResult
  const keptClauses = new Set(clauses.filter((_clause, at) => hasBit(mask, at)))
  return {
    positions: rankMatches(matches, inStock),
    understood: understood.filter(({ clause }) => keptClauses.has(clause)).map(({ part }) => part),
    leftOut: textsOf(clauses.filter((clause) => !keptClauses.has(clause))),
  }
}

/** In the order they were typed; several words typed as one, such as 25-30, are one text. */
const textsOf = (clauses: Clause[]): string[] => [
  ...new Set([...clauses].sort((left, right) => left.at - right.at).map(({ text }) => text)),
]

const hasBit = (mask: number, at: number) => ((mask >> at) & 1) === 1

type WeightOf = (mask: number) => number

/** Returns how much the clauses of a mask are worth together. */
function weighing(clauses: Clause[]): WeightOf {
  const weights = clauses.map(({ weight }) => weight())
  return (mask) => weights.reduce((sum, weight, at) => sum + (hasBit(mask, at) ? weight : 0), 0)
}

/** The lists that are not empty. */
const filledMask = (lists: Matches[]) =>
  lists.reduce((mask, { length }, at) => mask | (length > 0 ? 1 << at : 0), 0)

type CombinationOptions = { productCount: number; weightOf: WeightOf }

/** The most valuable lists that have products in common, and those products. */
function bestCombination(lists: Matches[], { productCount, weightOf }: CombinationOptions) {
  // Often some words match nothing at all, and the others match together.
  const filled = filledMask(lists)
  const inFilled = intersectMatches(lists.filter((_list, at) => hasBit(filled, at)))
  if (inFilled.length > 0) return { mask: filled, matches: inFilled }
  // Two lists without a common product can only be taken one at a time.
  const single = lists.map((_list, at) => 1 << at).filter((mask) => mask & filled)
  const masks = single.length === 2 ? single : combinationsOf(lists, productCount)
  const mask = masks.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best), 0)
  return { mask, matches: intersectMatches(lists.filter((_list, at) => hasBit(mask, at))) }
}

export type SortOrder = 'price-asc' | 'price-desc' | 'newest' | 'popular' | 'discount' | 'rating'

/** The first products in another order; equal ones keep their order. */
export function sortProducts(
  snapshot: CatalogueSnapshot,
  positions: Uint32Array,
  { order, count }: { order: SortOrder; count: number },
): Uint32Array {
  const keyOf = {
    'price-asc': (position: Position) => snapshot.prices[position] as number,
    'price-desc': (position: Position) => -(snapshot.prices[position] as number),
    newest: (position: Position) => -(snapshot.createdAt[position] as number),
    popular: (position: Position) => -Math.round((snapshot.popularity[position] as number) * 100),
    discount: (position: Position) => -(snapshot.discounts[position] as number),
    rating: (position: Position) => -(snapshot.ratings[position] as number),
  }[order]
  // Key and index in one number, for up to a million products: typed arrays sort plain numbers many
  // times as fast as with a comparison function.
  const shift = 2 ** 20
  const sortKeys = smallest(
    positions.length,
    count,
    (at) => keyOf(positions[at] as Position) * shift + at,
  )
  const sorted = new Uint32Array(sortKeys.length)
  for (let at = 0; at < sorted.length; at++) {
    const index = (((sortKeys[at] as number) % shift) + shift) % shift
    sorted[at] = positions[index] as Position
  }
  return sorted
}

/** The `count` smallest of some numbers, sorted. A page needs few, and sorting all takes most of its time. */
function smallest(size: number, count: number, numberAt: (at: number) => number): Float64Array {
  const candidates = new Float64Array(Math.min(size, 4 * count))
  let filled = 0
  let limit = Infinity
  for (let at = 0; at < size; at++) {
    const number = numberAt(at)
    if (number >= limit) continue
    candidates[filled++] = number
    if (filled < candidates.length || at === size - 1) continue
    candidates.sort()
    filled = count
    limit = candidates[count - 1] as number
  }
  return candidates.subarray(0, filled).sort().subarray(0, count)
}

/** No brand has more than a third of the first products of a list. */
const diverseCount = 12
const maxPerBrand = diverseCount / 3
/** The products from which other brands are moved up. */
const diversityWindow = 60

/**
 * The first products, those of a dominant brand moved back, so that the first row of a list shows several
 * brands; only among products in stock. May return more than `count`.
 */
export function withDiverseBrands(
  { columns, inStock }: CatalogueSnapshot,
  positions: Uint32Array,
  count: number,
): Uint32Array {
  const { codes } = columns.brand
  const window = [...positions.subarray(0, diversityWindow)]
  const soldOutAt = window.findIndex((position) => !inStock[position])
  if (soldOutAt >= 0) window.length = soldOutAt
  const perBrand = new Map<number, number>()
  const first: Position[] = []
  const later: Position[] = []
  for (const position of window) {
    const brand = codes[position] as number
    const shown = perBrand.get(brand) ?? 0
    if (first.length < diverseCount && shown < maxPerBrand) {
      perBrand.set(brand, shown + 1)
      first.push(position)
    } else later.push(position)
  }
  const result = positions.slice(0, Math.max(count, diversityWindow))
  result.set([...first, ...later])
  return result
}

/**
 * The first products that fulfil the filters, as recommended. The whole catalogue is looked at only if
 * fewer match.
 */
export function filterRecommended(
  snapshot: CatalogueSnapshot,
  filters: ListFilters,
  count: number,
): Uint32Array {
  const maxCount = Math.max(count, diversityWindow)
  return withDiverseBrands(snapshot, filterProducts(snapshot, filters, { maxCount }), count)
}

/** The number of products per value of each filter. Prices are in paise; 0 if there are no products. */
export type Facets = {
  categories: Map<string, number>
  brands: Map<string, number>
  sizes: Map<string, number>
  origins: Map<string, number>
  colours: Map<string, number>
  fabrics: Map<string, number>
  occasions: Map<string, number>
  /** By discount in percent and by rating in tenths of a star. */
  discounts: Uint32Array
  ratings: Uint32Array
  newCount: number
  inStockCount: number
  lowest: number
  highest: number
}

/** The filters that have counts, by their names in a list's query. */
type CountedFilter =
  | 'category'
  | 'brand'
  | 'size'
  | 'origin'
  | 'colour'
  | 'fabric'
  | 'occasion'
  | 'discount'
  | 'rating'
  | 'isNew'
  | 'inStock'

/**
 * Counts the products that fulfil `selected`; those of a filter without the filter itself, because its values
 * are alternatives. The price range is that of all `positions`.
 */
export function countFacets(
  snapshot: CatalogueSnapshot,
  positions: Uint32Array,
  selected: ListFilters = {},
): Facets {
  const { columns, prices, discounts, ratings, createdAt, inStock } = snapshot
  const filtered = (filters: ListFilters) => filterAmong(snapshot, filters, positions)
  const matching = filtered(selected)
  const without = (name: CountedFilter) =>
    selected[name] === undefined ? matching : filtered({ ...selected, [name]: undefined })
  const newSince = clock.now().getTime() / 1000 - newForDays * 86_400
  let [lowest, highest, newCount, inStockCount] = [Infinity, 0, 0, 0]
  for (const position of positions) {
    const price = prices[position] as number
    if (price < lowest) lowest = price
    if (price > highest) highest = price
  }
  for (const position of without('isNew'))
    if ((createdAt[position] as number) >= newSince) newCount++
  for (const position of without('inStock')) inStockCount += inStock[position] as number
  return {
    categories: countColumn(columns.category, without('category')),
    brands: countColumn(columns.brand, without('brand')),
    sizes: countColumn(columns.sizes, without('size')),
    origins: countColumn(columns.origin, without('origin')),
    colours: countColumn(columns.colour, without('colour')),
    fabrics: countColumn(columns.fabrics, without('fabric')),
    occasions: countColumn(columns.occasions, without('occasion')),
    discounts: countNumbers(discounts, without('discount'), 100),
    ratings: countNumbers(ratings, without('rating'), 50),
    newCount,
    inStockCount,
    lowest: positions.length > 0 ? lowest : 0,
    highest,
  }
}

/** The products among these that fulfil the filters. */
const filterAmong = (snapshot: CatalogueSnapshot, filters: ListFilters, among: Uint32Array) =>
  Object.values(filters).some((value) => value !== undefined)
    ? filterProducts(snapshot, filters, { among })
    : among

/** Counts the products of each subcategory that fulfil `selected` without its subcategory. */
export const countSubcategories = (
  snapshot: CatalogueSnapshot,
  positions: Uint32Array,
  selected: ListFilters = {},
): Map<string, number> =>
  countColumn(
    snapshot.columns.subcategories,
    filterAmong(snapshot, { ...selected, subcategory: undefined }, positions),
  )

function countNumbers(numbers: Uint8Array, positions: Uint32Array, highest: number): Uint32Array {
  const counts = new Uint32Array(highest + 1)
  for (const position of positions) {
    const number = numbers[position] as number
    counts[number] = (counts[number] as number) + 1
  }
  return counts
}

function countColumn({ values, codes }: Column, positions: Uint32Array): Map<string, number> {
  const perCode = new Uint32Array(values.length)
  for (const position of positions) {
    const code = codes[position] as number
    perCode[code] = (perCode[code] as number) + 1
  }
  const counts = new Map<string, number>()
  perCode.forEach((count, code) => {
    if (count === 0) return
    for (const value of values[code] ?? []) counts.set(value, (counts.get(value) ?? 0) + count)
  })
  return counts
}

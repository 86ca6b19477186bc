import type { UnderstoodPart } from '#contract/catalogue/listing.ts'
import { newForDays } from '#contract/catalogue/attributes.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { cachePerSnapshot, type CatalogueSnapshot, type Position } from './catalogueIndex.ts'
import type { Clause } from './clauses.ts'
import type { Column } from './columns.ts'
import { filterProducts, type ListFilters } from './filterProducts.ts'
import { type Interpretation, interpretSearch } from './interpretSearch.ts'
import { Matches } from './matches.ts'

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
const cachedResults = cachePerSnapshot<SearchResult>(
  maxCachedProducts,
  ({ positions }) => positions.length + 1,
)

/**
 * Searches the whole catalogue. If nothing matches all parts, categories and colours are taken in a
 * wider sense; if still nothing does, as little as possible is left out. Results are cached, because
 * a shopper asks for the products, the filters and further pages of the same search.
 */
export const searchCatalogue = (snapshot: CatalogueSnapshot, search: string): SearchResult =>
  cachedResults(snapshot, search, () => findProducts(snapshot, search))

function findProducts(snapshot: CatalogueSnapshot, search: string): SearchResult {
  const { clauses, understood } = interpretSearch(snapshot, search)
  if (clauses.length === 0) return emptyResult
  const { inStock } = snapshot
  const all = 2 ** clauses.length - 1
  const narrow = evaluate(snapshot, clauses)
  const found = narrow.collect(all, inStock)
  if (found.length > 0) return { positions: found, understood: partsOf(understood), leftOut: [] }

  const hasWider = clauses.some((clause) => clause.wider)
  const wider = hasWider
    ? evaluate(
        snapshot,
        clauses.map((clause) => (clause.wider ? { ...clause, mark: clause.wider } : clause)),
      )
    : narrow
  const foundWider = hasWider ? wider.collect(all, inStock) : found
  if (foundWider.length > 0) {
    return { positions: foundWider, understood: partsOf(understood), leftOut: [] }
  }

  const weightOf = weighing(clauses)
  const best = mostValuable(narrow.combinations(clauses.length), weightOf)
  const bestWider = mostValuable(wider.combinations(clauses.length), weightOf)
  const isWider = weightOf(bestWider) > weightOf(best)
  const mask = isWider ? bestWider : best
  if (mask === 0) return emptyResult
  const kept = new Set(clauses.filter((_clause, at) => ((mask >> at) & 1) === 1))
  return {
    positions: (isWider ? wider : narrow).collect(mask, inStock),
    understood: partsOf(understood.filter(({ clause }) => kept.has(clause))),
    leftOut: clauses
      .filter((clause) => !kept.has(clause))
      .sort((left, right) => left.at - right.at)
      .map(({ text }) => text),
  }
}

const partsOf = (understood: Interpretation['understood']) => understood.map(({ part }) => part)

function evaluate({ ids }: CatalogueSnapshot, clauses: Clause[]): Matches {
  const matches = new Matches(ids.length)
  clauses.forEach(({ mark }, place) => {
    matches.startClause(place)
    mark(matches)
  })
  return matches
}

/** Returns how much the clauses of a mask are worth together. */
function weighing(clauses: Clause[]) {
  const weights = clauses.map(({ weight }) => weight())
  return (mask: number) =>
    weights.reduce((sum, weight, at) => sum + ((mask >> at) & 1 ? weight : 0), 0)
}

/** The most valuable of some combinations of clauses; 0 if there is none. */
const mostValuable = (masks: number[], weightOf: (mask: number) => number): number =>
  masks.reduce((best, mask) => (weightOf(mask) > weightOf(best) ? mask : best), 0)

export type SortOrder = 'price-asc' | 'price-desc' | 'newest' | 'popular' | 'discount' | 'rating'

/** The products in another order; equal ones keep their order. */
export function sortProducts(
  snapshot: CatalogueSnapshot,
  positions: Uint32Array,
  order: SortOrder,
): Uint32Array {
  const keys = {
    'price-asc': (position: Position) => snapshot.prices[position] as number,
    'price-desc': (position: Position) => -(snapshot.prices[position] as number),
    newest: (position: Position) => -(snapshot.createdAt[position] as number),
    popular: (position: Position) => -Math.round((snapshot.popularity[position] as number) * 100),
    discount: (position: Position) => -(snapshot.discounts[position] as number),
    rating: (position: Position) => -(snapshot.ratings[position] as number),
  }[order]
  // Key and place in one number, for up to a million products: typed arrays sort plain numbers many
  // times as fast as with a comparison function.
  const shift = 2 ** 20
  const sortKeys = new Float64Array(positions.length)
  for (let at = 0; at < positions.length; at++) {
    sortKeys[at] = keys(positions[at] as Position) * shift + at
  }
  sortKeys.sort()
  const sorted = new Uint32Array(positions.length)
  for (let at = 0; at < sorted.length; at++) {
    const place = (((sortKeys[at] as number) % shift) + shift) % shift
    sorted[at] = positions[place] as Position
  }
  return sorted
}

/** No brand has more than a third of the first products of a list. */
const diverseCount = 12
const maxPerBrand = diverseCount / 3
/** The products from which other brands are moved up. */
const diversityWindow = 60

/**
 * Moves products of a dominant brand back, so that the first row of a list shows several brands; only
 * among products in stock.
 */
export function withDiverseBrands(
  { columns, inStock }: CatalogueSnapshot,
  positions: Uint32Array,
): Uint32Array {
  const { places } = columns.brand
  const window = [...positions.subarray(0, diversityWindow)]
  const soldOutAt = window.findIndex((position) => !inStock[position])
  if (soldOutAt >= 0) window.length = soldOutAt
  const counts = new Map<number, number>()
  const first: Position[] = []
  const later: Position[] = []
  for (const position of window) {
    const brand = places[position] as number
    const count = counts.get(brand) ?? 0
    if (first.length < diverseCount && count < maxPerBrand) {
      counts.set(brand, count + 1)
      first.push(position)
    } else later.push(position)
  }
  const result = positions.slice()
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
  return withDiverseBrands(snapshot, filterProducts(snapshot, filters, { maxCount }))
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
  lowest: number
  highest: number
}

export function countFacets(snapshot: CatalogueSnapshot, positions: Uint32Array): Facets {
  const { columns, prices, discounts, ratings, createdAt } = snapshot
  const newSince = clock.now().getTime() / 1000 - newForDays * 86_400
  const facets = { discounts: new Uint32Array(101), ratings: new Uint32Array(51) }
  let [lowest, highest, newCount] = [Infinity, 0, 0]
  for (const position of positions) {
    const price = prices[position] as number
    if (price < lowest) lowest = price
    if (price > highest) highest = price
    const [discount, rating] = [discounts[position] as number, ratings[position] as number]
    facets.discounts[discount] = (facets.discounts[discount] as number) + 1
    facets.ratings[rating] = (facets.ratings[rating] as number) + 1
    if ((createdAt[position] as number) >= newSince) newCount++
  }
  return {
    ...facets,
    categories: countColumn(columns.category, positions),
    brands: countColumn(columns.brand, positions),
    sizes: countColumn(columns.sizes, positions),
    origins: countColumn(columns.origin, positions),
    colours: countColumn(columns.colour, positions),
    fabrics: countColumn(columns.fabrics, positions),
    occasions: countColumn(columns.occasions, positions),
    newCount,
    lowest: positions.length > 0 ? lowest : 0,
    highest,
  }
}

function countColumn({ values, places }: Column, positions: Uint32Array): Map<string, number> {
  const perPlace = new Uint32Array(values.length)
  for (const position of positions) {
    const place = places[position] as number
    perPlace[place] = (perPlace[place] as number) + 1
  }
  const counts = new Map<string, number>()
  perPlace.forEach((count, place) => {
    if (count === 0) return
    for (const value of values[place] ?? []) counts.set(value, (counts.get(value) ?? 0) + count)
  })
  return counts
}

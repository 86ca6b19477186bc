import type { ListQuery, UnderstoodPart } from '#contract/catalogue/listing.ts'
import { backForDays, newForDays } from '#contract/catalogue/attributes.ts'
import { type Rupees, toPaise } from '#contract/money.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { CatalogueSnapshot, Column, Position } from './catalogueIndex.ts'
import type { Clause } from './clauses.ts'
import { type Interpretation, interpretSearch } from './interpretSearch.ts'

/** The products of a search, best first, before any filter of the list. */
export type SearchResult = {
  positions: Uint32Array
  understood: UnderstoodPart[]
  /** The parts, as typed, that were dropped because no product matches all of them. */
  leftOut: string[]
}

const emptyResult = { positions: new Uint32Array(), understood: [], leftOut: [] }

/**
 * Searches the whole catalogue. If nothing matches all parts, categories and colours are taken in a
 * wider sense; if still nothing does, as little as possible is left out.
 */
export function searchCatalogue(snapshot: CatalogueSnapshot, search: string): SearchResult {
  const { clauses, understood } = interpretSearch(snapshot, search)
  if (clauses.length === 0) return emptyResult
  const all = 2 ** clauses.length - 1
  const narrow = evaluate(snapshot, clauses)
  const found = collect(snapshot, narrow, all)
  if (found.length > 0) return { positions: found, understood: partsOf(understood), leftOut: [] }

  const wider = clauses.some((clause) => clause.wider)
    ? evaluate(
        snapshot,
        clauses.map((clause) => (clause.wider ? { ...clause, mark: clause.wider } : clause)),
      )
    : narrow
  const foundWider = collect(snapshot, wider, all)
  if (foundWider.length > 0) {
    return { positions: foundWider, understood: partsOf(understood), leftOut: [] }
  }

  const best = bestMask(narrow, clauses)
  const bestWider = bestMask(wider, clauses)
  const isWider = worthOf(bestWider, clauses) > worthOf(best, clauses)
  const mask = isWider ? bestWider : best
  if (mask === 0) return emptyResult
  const kept = new Set(clauses.filter((_clause, at) => ((mask >> at) & 1) === 1))
  return {
    positions: collect(snapshot, isWider ? wider : narrow, mask),
    understood: partsOf(understood.filter(({ clause }) => kept.has(clause))),
    leftOut: clauses
      .filter((clause) => !kept.has(clause))
      .sort((left, right) => left.at - right.at)
      .map(({ text }) => text),
  }
}

const partsOf = (understood: Interpretation['understood']) => understood.map(({ part }) => part)

/** For each product, the clauses that it matches as bits, and its points. */
type Matches = { masks: Uint16Array; points: Uint8Array }

function evaluate({ ids }: CatalogueSnapshot, clauses: Clause[]): Matches {
  const masks = new Uint16Array(ids.length)
  const points = new Uint8Array(ids.length)
  const best = new Uint8Array(ids.length)
  clauses.forEach(({ mark }, at) => {
    const bit = 1 << at
    best.fill(0)
    mark((position, gained) => {
      masks[position] = (masks[position] as number) | bit
      const before = best[position] as number
      if (gained <= before) return
      best[position] = gained
      points[position] = (points[position] as number) + gained - before
    })
  })
  return { masks, points }
}

/** The products that match all clauses of the mask: in stock first, then by points. */
function collect(
  { inStock }: CatalogueSnapshot,
  { masks, points }: Matches,
  wanted: number,
): Uint32Array {
  const buckets: Position[][] = []
  for (let position = 0; position < masks.length; position++) {
    if (((masks[position] as number) & wanted) !== wanted) continue
    const rank = (inStock[position] as number) * 256 + (points[position] as number)
    ;(buckets[rank] ??= []).push(position)
  }
  return Uint32Array.from(buckets.reverse().flat())
}

const worthOf = (mask: number, clauses: Clause[]): number =>
  clauses.reduce((sum, { weight }, at) => sum + ((mask >> at) & 1 ? weight : 0), 0)

/** The most valuable combination of clauses that a product matches. */
function bestMask({ masks }: Matches, clauses: Clause[]): number {
  const seen = new Set<number>(masks)
  let best = 0
  for (const mask of [...seen].sort((left, right) => left - right))
    if (worthOf(mask, clauses) > worthOf(best, clauses)) best = mask
  return best
}

/** The list's own filters: all but the search, the order and the page. */
export type ListFilters = Omit<ListQuery, 'search' | 'sortBy' | 'sortOrder' | 'cursor' | 'limit'>

const daySeconds = 86_400

/** What customers in a city buy most, sold-out products last. */
export function trendingIn({ trending, inStock }: CatalogueSnapshot, city: string): Uint32Array {
  const positions = trending.get(city.trim().toLowerCase()) ?? []
  const isInStock = (position: Position) => inStock[position] === 1
  return Uint32Array.from([
    ...positions.filter(isInStock),
    ...positions.filter((position) => !isInStock(position)),
  ])
}

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
  const { columns, prices, discounts, ratings, createdAt, restockedAt, inStock } = snapshot
  const columnTests = [
    testOf(columns.category, filters.category && [filters.category]),
    testOf(columns.subcategories, filters.subcategory && [filters.subcategory]),
    testOf(columns.brand, filters.brand?.split(',')),
    testOf(columns.genders, filters.gender && [filters.gender.toLowerCase()]),
    testOf(columns.sizes, filters.size?.split(',')),
    testOf(columns.origin, filters.origin?.split(',')),
    testOf(columns.colour, filters.colour?.split(',')),
    testOf(columns.fabrics, filters.fabric?.split(',')),
    testOf(columns.occasions, filters.occasion?.split(',')),
  ].filter((test) => test !== undefined)
  const trending =
    filters.trending === undefined ? undefined : new Set(trendingIn(snapshot, filters.trending))
  const lowest = filters.priceMin === undefined ? 0 : paise(filters.priceMin)
  const highest = filters.priceMax === undefined ? Infinity : paise(filters.priceMax)
  const minDiscount = Number(filters.discount ?? 0)
  const minRating = Number(filters.rating ?? 0) * 10
  const now = clock.now().getTime() / 1000
  const newSince = filters.isNew === 'true' ? now - newForDays * daySeconds : 0
  const backSince = filters.isBack === 'true' ? now - backForDays * daySeconds : 0
  const isStockWanted = filters.inStock === 'true' || filters.isBack === 'true'

  const size = among?.length ?? prices.length
  const found = new Uint32Array(Math.min(size, maxCount))
  let count = 0
  for (let at = 0; at < size && count < found.length; at++) {
    const position = among ? (among[at] as number) : at
    const price = prices[position] as number
    if (price < lowest || price > highest) continue
    if ((discounts[position] as number) < minDiscount) continue
    if ((ratings[position] as number) < minRating) continue
    if ((createdAt[position] as number) < newSince) continue
    if ((restockedAt[position] as number) < backSince) continue
    if (isStockWanted && !inStock[position]) continue
    if (trending && !trending.has(position)) continue
    if (!columnTests.every(({ has, places }) => has[places[position] as number])) continue
    found[count++] = position
  }
  return found.slice(0, count)
}

const paise = (rupees: string) => toPaise(Number(rupees) as Rupees)

function testOf({ values, places }: Column, wanted: string[] | '' | undefined) {
  if (!wanted) return undefined
  return { places, has: values.map((value) => value.some((item) => wanted.includes(item))) }
}

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
  const sortKeys = Float64Array.from(
    positions,
    (position, at) => keys(position) * shift + at,
  ).sort()
  return Uint32Array.from(
    sortKeys,
    (number) => positions[((number % shift) + shift) % shift] as number,
  )
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
  const newSince = clock.now().getTime() / 1000 - newForDays * daySeconds
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

import type { UnderstoodPart } from '#contract/catalogue/listing.ts'
import { newForDays } from '#contract/catalogue/attributes.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  cachePerSnapshot,
  type CatalogueSnapshot,
  type Position,
} from './index/catalogueSnapshot.ts'
import type { Clause } from './query/clauses.ts'
import type { Column } from './index/columns.ts'
import { filterProducts, type ListFilters } from './index/filterProducts.ts'
import { interpretSearch } from './query/interpretSearch.ts'
import {
  conditionMasks,
  intersectMatches,
  type Matches,
  noMatches,
  rankMatches,
} from './query/matches.ts'
import { positionOf, postingsOf, rangeOfWord } from './index/wordIndex.ts'
import { codeWordOf } from '#contract/search/words.ts'

/** The products of a search before any filter of the list, and what was understood of it. */
export type SearchResult = {
  total: number
  /** The products in any order, for counts: ranking them takes as long as finding them. */
  unranked: () => Uint32Array
  /** The products, best first. */
  ranked: () => Uint32Array
  understood: UnderstoodPart[]
  /** The parts, as typed, that were dropped because no product matches all of them. */
  leftOut: string[]
}

function resultOf(
  { inStock }: CatalogueSnapshot,
  matches: Matches,
  { understood = [], leftOut = [] }: Partial<Pick<SearchResult, 'understood' | 'leftOut'>> = {},
): SearchResult {
  let ranked: Uint32Array | undefined
  return {
    total: matches.positions.length,
    unranked: () => ranked ?? matches.positions,
    ranked: () => (ranked ??= rankMatches(matches, inStock)),
    understood,
    leftOut,
  }
}

const cachedResults = cachePerSnapshot<SearchResult>('result', ({ total }) => 2 * total)

/**
 * Searches the whole catalogue. If nothing matches all parts, they are matched more loosely; if still
 * nothing matches, the least specific parts are left out. Results are cached, because
 * a shopper asks for the products, the filters and further pages of the same search.
 */
export const searchCatalogue = (snapshot: CatalogueSnapshot, search: string): SearchResult =>
  cachedResults(snapshot, search, () =>
    withCodeFirst(findProducts(snapshot, search), positionsWithCode(snapshot, search)),
  )

/** The products whose code was typed: one, unless codes differ by hyphens only. */
function positionsWithCode({ words }: CatalogueSnapshot, search: string): Position[] {
  const code = codeWordOf(search)
  if (code === '') return []
  return postingsOf(words, [rangeOfWord(words, code)]).flatMap((postings) =>
    [...postings].map(positionOf),
  )
}

/** Puts products in front of a result; without the others if these match only a part of the search. */
function withCodeFirst(result: SearchResult, coded: Position[]): SearchResult {
  if (coded.length === 0) return result
  if (result.leftOut.length > 0) return withCodeFirst({ ...result, ...nothingFound }, coded)
  const isOther = (position: Position) => !coded.includes(position)
  const withOthers = (others: Uint32Array) =>
    Uint32Array.from([...coded, ...others.filter(isOther)])
  return {
    ...result,
    total: coded.length + result.unranked().filter(isOther).length,
    unranked: () => withOthers(result.unranked()),
    ranked: () => withOthers(result.ranked()),
  }
}

function findProducts(snapshot: CatalogueSnapshot, search: string): SearchResult {
  const { clauses, understood } = interpretSearch(snapshot, search)
  if (clauses.length === 0) return resultOf(snapshot, noMatches())
  const allParts = { understood: understood.map(({ part }) => part) }
  const narrow = clauses.map(({ matches }) => matches())
  const narrowMatches = intersectMatches(narrow)
  if (narrowMatches.positions.length > 0) return resultOf(snapshot, narrowMatches, allParts)

  // Wider matches take time, so they are looked for only where they can make a difference.
  const widerMatches = () =>
    clauses.map((clause, at) => clause.widerMatches?.() ?? (narrow[at] as Matches))
  const couldMatch = clauses.reduce(
    (mask, clause, at) =>
      clause.widerMatches || narrow[at]?.positions.length ? mask | (1 << at) : mask,
    0,
  )
  const hasWider = clauses.some((clause) => clause.widerMatches !== undefined)
  const foundWider =
    hasWider && couldMatch === maskOfAll(clauses) ? intersectMatches(widerMatches()) : narrowMatches
  if (foundWider.positions.length > 0) return resultOf(snapshot, foundWider, allParts)

  const options = { productCount: snapshot.ids.length, weightOf: weighing(clauses) }
  const bestNarrow = bestCombination(narrow, options)
  const isWiderWorthwhile =
    hasWider && options.weightOf(couldMatch) > options.weightOf(bestNarrow.mask)
  const bestWide = isWiderWorthwhile ? bestCombination(widerMatches(), options) : bestNarrow
  const isWider = options.weightOf(bestWide.mask) > options.weightOf(bestNarrow.mask)
  const { mask, matches } = isWider ? bestWide : bestNarrow
  if (mask === 0) return resultOf(snapshot, noMatches())
  const keptClauses = new Set(clauses.filter((_clause, at) => hasBit(mask, at)))
  const kept = understood.filter(({ clause }) => keptClauses.has(clause))
  return resultOf(snapshot, matches, {
    understood: kept.map(({ part }) => part),
    leftOut: textsOf(clauses.filter((clause) => !keptClauses.has(clause))),
  })
}

const nothingFound = {
  unranked: () => new Uint32Array(),
  ranked: () => new Uint32Array(),
  understood: [],
  leftOut: [],
}

/** In the order they were typed; several words typed as one, such as 25-30, are one text. */
const textsOf = (clauses: Clause[]): string[] => [
  ...new Set([...clauses].sort((left, right) => left.at - right.at).map(({ text }) => text)),
]

/** The mask of all clauses, a bit for each. */
const maskOfAll = ({ length }: Clause[]) => 2 ** length - 1

const hasBit = (mask: number, at: number) => ((mask >> at) & 1) === 1

type WeightOf = (mask: number) => number

/** Returns a function that sums the weights of the clauses in a mask. */
function weighing(clauses: Clause[]): WeightOf {
  const weights = clauses.map(({ weight }) => weight())
  return (mask) => weights.reduce((sum, weight, at) => sum + (hasBit(mask, at) ? weight : 0), 0)
}

/** The conditions that at least one product matches. */
const filledMask = (conditions: Matches[]) =>
  conditions.reduce((mask, { positions }, at) => mask | (positions.length > 0 ? 1 << at : 0), 0)

type CombinationOptions = { productCount: number; weightOf: WeightOf }

/** The most valuable conditions that have products in common, and those products. */
function bestCombination(conditions: Matches[], { productCount, weightOf }: CombinationOptions) {
  const inAllOf = (mask: number) =>
    intersectMatches(conditions.filter((_matches, at) => hasBit(mask, at)))
  // Often some words match nothing at all, and the others match together.
  const filled = filledMask(conditions)
  const inFilled = inAllOf(filled)
  if (inFilled.positions.length > 0) return { mask: filled, matches: inFilled }
  // Two conditions without a common product can only be taken one at a time.
  const single = conditions.map((_matches, at) => 1 << at).filter((mask) => mask & filled)
  const masks = single.length === 2 ? single : conditionMasks(conditions, productCount)
  const mask = masks.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best), 0)
  return { mask, matches: inAllOf(mask) }
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
  const filtered = (filters: ListFilters) => filterProducts(snapshot, filters, { among: positions })
  const matching = filtered(selected)
  const without = (name: CountedFilter) =>
    selected[name] === undefined ? matching : filtered({ ...selected, [name]: undefined })
  const newSince = clock.now().getTime() / 1000 - newForDays * 86_400
  let [lowest, highest] = [Infinity, 0]
  for (let at = 0; at < positions.length; at++) {
    const price = prices[positions[at] as Position] as number
    if (price < lowest) lowest = price
    if (price > highest) highest = price
  }
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
    newCount: countFrom(createdAt, without('isNew'), newSince),
    inStockCount: countFrom(inStock, without('inStock'), 1),
    lowest: positions.length > 0 ? lowest : 0,
    highest,
  }
}

/** Counts the products for men and for women that fulfil `selected`. */
export const countGenders = (
  snapshot: CatalogueSnapshot,
  positions: Uint32Array,
  selected: ListFilters = {},
): Map<string, number> =>
  countColumn(snapshot.columns.genders, filterProducts(snapshot, selected, { among: positions }))

/** Counts the products of each subcategory that fulfil `selected` without its subcategory. */
export const countSubcategories = (
  snapshot: CatalogueSnapshot,
  positions: Uint32Array,
  selected: ListFilters = {},
): Map<string, number> =>
  countColumn(
    snapshot.columns.subcategories,
    filterProducts(snapshot, { ...selected, subcategory: undefined }, { among: positions }),
  )

// Index loops, because `for … of` takes several times as long on typed arrays.

/** How many of the products have at least this number. */
function countFrom(
  numbers: Uint8Array | Uint32Array,
  positions: Uint32Array,
  lowest: number,
): number {
  let count = 0
  for (let at = 0; at < positions.length; at++) {
    if ((numbers[positions[at] as Position] as number) >= lowest) count++
  }
  return count
}

function countNumbers(numbers: Uint8Array, positions: Uint32Array, highest: number): Uint32Array {
  const counts = new Uint32Array(highest + 1)
  for (let at = 0; at < positions.length; at++) {
    const number = numbers[positions[at] as Position] as number
    counts[number] = (counts[number] as number) + 1
  }
  return counts
}

function countColumn({ values, codes }: Column, positions: Uint32Array): Map<string, number> {
  const perCode = new Uint32Array(values.length)
  for (let at = 0; at < positions.length; at++) {
    const code = codes[positions[at] as Position] as number
    perCode[code] = (perCode[code] as number) + 1
  }
  const counts = new Map<string, number>()
  perCode.forEach((count, code) => {
    if (count === 0) return
    for (const value of values[code] ?? []) counts.set(value, (counts.get(value) ?? 0) + count)
  })
  return counts
}

import type { ListQuery, UnderstoodPart } from '#contract/catalogue/listing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { paths } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { readProducts, type ReadProducts } from '#server/commerce/catalogue/products.ts'
import { type CatalogueIndex, snapshotOf } from '#server/commerce/search/index/catalogueIndex.ts'
import {
  cachePerSnapshot,
  type CatalogueSnapshot,
} from '#server/commerce/search/index/catalogueSnapshot.ts'
import {
  type Count,
  countMatches,
  filterProducts,
  type ListFilters,
  trendingIn,
} from '#server/commerce/search/index/filterProducts.ts'
import {
  filterAndSort,
  type SortOrder,
  sortProducts,
} from '#server/commerce/search/index/sortedProducts.ts'
import { searchCatalogue, type SearchResult } from '#server/commerce/search/searchCatalogue.ts'
import {
  filterRecommended,
  withDiverseBrands,
  withGenderFirst,
} from '#server/commerce/search/index/recommended.ts'
import { catalogueIn, shownWarehouse } from '#server/commerce/search/index/warehouseCatalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

type ProductList = {
  data: Product[]
  total: number
  totalRelation?: 'gte'
  nextCursor: string | null
  leftOut?: string[]
  understood?: UnderstoodPart[]
}

export type ListDeps = {
  /** The catalogue in memory; without it, every list reads the catalogue anew. */
  index?: CatalogueIndex | undefined
  /** Product cache; without it products are read from the database. */
  readCachedProducts?: ReadProducts | undefined
}

/**
 * Reads a page of a list, as recommended if the query names no sort order. The catalogue in memory
 * says which products it shows; the products themselves are read from the database.
 */
export async function listProducts(
  db: Database,
  requested: ListQuery,
  { index, readCachedProducts = readProducts }: ListDeps = {},
): Promise<ProductList> {
  const whole = await snapshotOf(db, index)
  const query = withMergedGroups(whole.dictionary, requested)
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const limit = Math.min(Number(query.limit ?? rules.list.pageSize) || 1, rules.list.maxPageSize)
  const snapshot = catalogueIn(whole, query.warehouse)
  const searchResult =
    query.search === undefined ? undefined : searchCatalogue(snapshot, query.search)
  const { sorted, total, isMinimum } = sortedList({
    ...{ query, cursor, limit, whole, snapshot },
    searchResult,
  })
  const start = cursor ? startOfPage(snapshot, sorted, cursor) : 0
  const end = start + limit
  const ids = [...sorted.subarray(start, end)].map((at) => snapshot.ids[at] as string)
  const read = await readCachedProducts(db, ids, shownWarehouse(snapshot, query.warehouse))
  const isStockFirst = orderOf(query) === undefined
  const canSellOut = isStockFirst && snapshot.inStock[sorted[end - 1] as number] === 1
  return {
    data: ids.flatMap((id) => read.get(id) ?? []),
    total,
    ...(isMinimum && { totalRelation: 'gte' as const }),
    nextCursor:
      end < sorted.length
        ? encodeCursor({ offset: end, lastIds: ids.slice(-2).reverse(), canSellOut })
        : null,
    ...(searchResult && searchResult.leftOut.length > 0 && { leftOut: searchResult.leftOut }),
    ...(searchResult &&
      searchResult.understood.length > 0 && { understood: searchResult.understood }),
  }
}

function filtersIn(query: ListQuery): ListFilters {
  const {
    search: _text,
    cursor: _cursor,
    limit: _limit,
    sortBy: _by,
    sortOrder: _order,
    warehouse: _warehouse,
    prefer: _prefer,
    ...filters
  } = query
  return filters
}

function orderOf({ sortBy, sortOrder }: ListQuery): SortOrder | undefined {
  if (sortOrder) return `price-${sortOrder}`
  return sortBy === undefined || sortBy === 'discountedPrice' || sortBy === 'recommended'
    ? undefined
    : sortBy
}

type ListOptions = {
  query: ListQuery
  cursor: Cursor | undefined
  limit: number
  /** The catalogue of all warehouses, and that of the shopper’s. */
  whole: CatalogueSnapshot
  snapshot: CatalogueSnapshot
  searchResult: SearchResult | undefined
}

/** The list as far as the page needs it, and the number of all its products. */
function sortedList(options: ListOptions): { sorted: Uint32Array } & Count {
  const { query, cursor, limit, whole, snapshot, searchResult } = options
  const order = orderOf(query)
  const filters = filtersIn(query)
  const { trending } = filters
  // One more than the page shows, wherever it begins, tells whether there is a next page.
  const count = (cursor ? cursor.offset + maxShift : 0) + limit + 1
  const prefer = isGenderNamed(searchResult) || order ? undefined : query.prefer
  if (!searchResult && trending === undefined) {
    const counted = countProducts(snapshot, filters)
    const { total } = counted
    const sorted = order
      ? filterAndSort(whole, snapshot, { filters, order, count, total })
      : filterRecommended(snapshot, { filters, count, prefer })
    return { sorted, ...counted }
  }
  const inCity = trending === undefined ? undefined : trendingIn(snapshot, trending)
  const matching = filterProducts(snapshot, filters, { among: searchResult?.ranked() ?? inCity })
  const total = { total: matching.length, isMinimum: false }
  if (order) return { sorted: sortProducts(snapshot, matching, { order, count }), ...total }
  const preferred = prefer ? withGenderFirst(snapshot, matching, prefer) : matching
  return { sorted: searchResult ? withDiverseBrands(snapshot, preferred) : preferred, ...total }
}

const isGenderNamed = (searchResult: SearchResult | undefined) =>
  searchResult?.understood.some(({ kind }) => kind === 'gender') ?? false

const cachedCount = cachePerSnapshot<Count>('count', () => 1)

const countProducts = (snapshot: CatalogueSnapshot, filters: ListFilters): Count =>
  cachedCount(snapshot, JSON.stringify(filters), () => countMatches(snapshot, filters))

/** A product that has moved by more positions since the page before was read is not looked for. */
const maxShift = 500

/**
 * Points and popularity are no keys to continue from, so a page continues after the last product of the
 * page before, wherever it is now; if that was sold out or withdrawn since, after the one before it.
 */
function startOfPage(
  { ids, inStock }: CatalogueSnapshot,
  sorted: Uint32Array,
  { offset, lastIds, canSellOut }: Cursor,
): number {
  for (const [back, id] of lastIds.entries()) {
    const at = nearestIndex(offset - 1 - back, (index) => ids[sorted[index] as number] === id)
    if (at === undefined) continue
    const isSoldOutSince = canSellOut && !inStock[sorted[at] as number]
    if (!isSoldOutSince) return at + 1
  }
  return offset
}

/** The index nearest to the expected one at which something is found. */
function nearestIndex(expected: number, isFound: (index: number) => boolean): number | undefined {
  for (let shift = 0; shift <= maxShift; shift++) {
    for (const index of [expected - shift, expected + shift]) if (isFound(index)) return index
  }
  return undefined
}

/** Where a list continues. */
type Cursor = {
  /** The number of products on the pages before. */
  offset: number
  /** Whether products move to the end of the list when they sell out. */
  canSellOut: boolean
  /** The last products of the page before, the last one first. */
  lastIds: string[]
}

/** Plain text, which a document that contains the ids anyway compresses well: `24~1~last-id~id-before`. */
const encodeCursor = ({ offset, canSellOut, lastIds }: Cursor) =>
  [offset, Number(canSellOut), ...lastIds].join('~')

function readCursor(text: string): Cursor {
  const [, offset, canSellOut, ids] = /^(\d{1,7})~([01])((?:~[^~]+){0,2})$/.exec(text) ?? []
  if (ids === undefined)
    throw new StoreError('invalid', 'This list has changed. Please refresh the page.')
  return {
    offset: Number(offset),
    canSellOut: canSellOut === '1',
    lastIds: ids.split('~').slice(1),
  }
}

type Dictionary = CatalogueSnapshot['dictionary']
type Groups = Partial<Record<'category' | 'subcategory' | 'brand', string | undefined>>

/** The query of a list with the categories and brands into which its own were merged. */
export function withMergedGroups<Query extends Groups>(
  dictionary: Dictionary,
  query: Query,
): Query {
  const { category, subcategory, brand } = query
  return {
    ...query,
    ...(category && { category: dictionary.currentIdOf('category', category) }),
    ...(subcategory && { subcategory: dictionary.currentIdOf('subcategory', subcategory) }),
    ...(brand && { brand: currentBrands(dictionary, brand) }),
  }
}

/** Ids, comma-separated. */
function currentBrands(dictionary: Dictionary, ids: string): string {
  const current = ids.split(',').map((id) => dictionary.currentIdOf('brand', id))
  return [...new Set(current)].join()
}

/** The path of a list with the categories and brands into which its own were merged; undefined if none was. */
export function mergedListPath(
  dictionary: Dictionary,
  { pathname, searchParams }: URL,
): string | undefined {
  if (pathname !== paths.collections) return undefined
  const { category, subcategory, brands } = Object.fromEntries(searchParams)
  const merged = withMergedGroups(dictionary, { category, subcategory, brand: brands })
  const params = new URLSearchParams(searchParams)
  if (merged.category && merged.category !== category) params.set('category', merged.category)
  if (merged.subcategory && merged.subcategory !== subcategory)
    params.set('subcategory', merged.subcategory)
  if (merged.brand && merged.brand !== brands) params.set('brands', merged.brand)
  const path = `${pathname}?${params}`
  return path === `${pathname}?${searchParams}` ? undefined : path
}

import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'

import type { ListQuery, UnderstoodPart } from '#contract/catalogue/listing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { type Rupees, toPaise } from '#contract/money.ts'
import * as rules from '#contract/rules.ts'
import { isPublished, readProducts, type ReadProducts } from '#server/commerce/products.ts'
import { type CatalogueIndex, snapshotOf } from '#server/commerce/search/catalogueIndex.ts'
import {
  cachePerSnapshot,
  type CatalogueSnapshot,
} from '#server/commerce/search/catalogueSnapshot.ts'
import {
  type Count,
  countMatches,
  filterProducts,
  type ListFilters,
  trendingIn,
} from '#server/commerce/search/filterProducts.ts'
import {
  filterRecommended,
  searchCatalogue,
  type SearchResult,
  type SortOrder,
  sortProducts,
  withDiverseBrands,
} from '#server/commerce/search/searchCatalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { isIsoTimestamp } from '#server/platform/runtime/clock.ts'

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
 * serves searches, and sort orders and filters that the database has no index for; it counts the products of every list.
 */
export async function listProducts(
  db: Database,
  query: ListQuery,
  { index, readCachedProducts = readProducts }: ListDeps = {},
): Promise<ProductList> {
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const limit = Math.min(Number(query.limit ?? rules.list.pageSize) || 1, rules.list.maxPageSize)
  const snapshot = await snapshotOf(db, index)
  const options = { db, query, cursor, limit, snapshot, readCachedProducts }
  return isForMemory(query) ? listFromMemory(options) : listFromDatabase(options)
}

type PageOptions = {
  db: Database
  query: ListQuery
  cursor: Cursor | undefined
  limit: number
  snapshot: CatalogueSnapshot
  readCachedProducts: ReadProducts
}

const memoryFilters = [
  'search',
  'colour',
  'fabric',
  'occasion',
  'discount',
  'rating',
  'isNew',
  'isBack',
  'trending',
] as const

const isForMemory = (query: ListQuery): boolean =>
  memoryFilters.some((name) => query[name] !== undefined) ||
  (query.sortOrder === undefined && query.sortBy !== 'newest')

function filtersIn(query: ListQuery): ListFilters {
  const {
    search: _text,
    cursor: _cursor,
    limit: _limit,
    sortBy: _by,
    sortOrder: _order,
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

async function listFromMemory(options: PageOptions): Promise<ProductList> {
  const { db, query, cursor, limit, snapshot, readCachedProducts } = options
  const found = query.search === undefined ? undefined : searchCatalogue(snapshot, query.search)
  const { sorted, total, isMinimum } = sortedInMemory(options, found)
  const start = cursor ? startOfPage(snapshot, sorted, cursor) : 0
  const end = start + limit
  const ids = [...sorted.subarray(start, end)].map((at) => snapshot.ids[at] as string)
  const read = await readCachedProducts(db, ids)
  const isStockFirst = orderOf(query) === undefined
  const canSellOut = isStockFirst && snapshot.inStock[sorted[end - 1] as number] === 1
  return {
    data: ids.flatMap((id) => read.get(id) ?? []),
    ...totalOf({ total, isMinimum }),
    nextCursor:
      end < sorted.length
        ? encodeCursor({ offset: end, lastIds: ids.slice(-2).reverse(), canSellOut })
        : null,
    ...(found && found.leftOut.length > 0 && { leftOut: found.leftOut }),
    ...(found && found.understood.length > 0 && { understood: found.understood }),
  }
}

/** The list as far as the page needs it, and the number of all its products. */
function sortedInMemory(
  { query, cursor, limit, snapshot }: PageOptions,
  found: SearchResult | undefined,
): { sorted: Uint32Array } & Count {
  const order = orderOf(query)
  const filters = filtersIn(query)
  const { trending } = filters
  // One more than the page shows, wherever it begins, tells whether there is a next page.
  const count = (cursor?.offset ?? 0) + limit + maxShift + 1
  if (!found && !order && trending === undefined) {
    const sorted = filterRecommended(snapshot, filters, count)
    return { sorted, ...countProducts(snapshot, query) }
  }
  const inCity = trending === undefined ? undefined : trendingIn(snapshot, trending)
  const matching = filterProducts(snapshot, filters, { among: found?.ranked() ?? inCity })
  const total = { total: matching.length, isMinimum: false }
  if (order) return { sorted: sortProducts(snapshot, matching, { order, count }), ...total }
  return { sorted: found ? withDiverseBrands(snapshot, matching) : matching, ...total }
}

/** A product that has moved by more positions since the page before was read is not looked for. */
const maxShift = 50

/**
 * Points and popularity are no keys to continue from, so a page continues after the last product of the
 * page before, wherever it is now; if that was sold out or withdrawn since, after the one before it.
 */
function startOfPage(
  { ids, inStock }: CatalogueSnapshot,
  sorted: Uint32Array,
  { offset, lastIds = [], canSellOut }: Cursor,
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

async function listFromDatabase(options: PageOptions): Promise<ProductList> {
  const { db, query, cursor, limit, snapshot, readCachedProducts } = options
  const rows = await readSorted(options)
  const page = rows.slice(0, limit)
  const found = await readCachedProducts(
    db,
    page.map(({ id }) => id),
  )
  const last = rows.length > limit ? page.at(-1) : undefined
  const offset = cursor?.offset ?? 0
  return {
    data: page.flatMap(({ id }) => found.get(id) ?? []),
    ...totalOf(correctCount(countProducts(snapshot, query), rows.length, { offset, limit })),
    nextCursor: last ? cursorOf(last, offset + limit) : null,
  }
}

const totalOf = ({ total, isMinimum }: Count) => ({
  total,
  ...(isMinimum && { totalRelation: 'gte' as const }),
})

const cachedCount = cachePerSnapshot<Count>(5000)

function countProducts(snapshot: CatalogueSnapshot, query: ListQuery): Count {
  const filters = filtersIn(query)
  const key = JSON.stringify(filters)
  return cachedCount(snapshot, key, () => countMatches(snapshot, filters))
}

/** Counts in memory may be outdated; on the last page the total is known from the page itself. */
function correctCount(
  inMemory: Count,
  read: number,
  page: { offset: number; limit: number },
): Count {
  const seen = page.offset + read
  const isEnd = read <= page.limit && (read > 0 || page.offset === 0)
  if (isEnd) return { total: seen, isMinimum: false }
  return { total: Math.max(inMemory.total, seen), isMinimum: inMemory.isMinimum }
}

/** Reads one row more than the page shows, to know whether there is a next page. */
function readSorted({ db, query, cursor, limit }: PageOptions): Promise<SortKeys[]> {
  const order = {
    asc: [asc(products.pricePaise), asc(products.id)],
    desc: [desc(products.pricePaise), desc(products.id)],
    newest: [desc(products.createdAt), desc(products.id)],
  }[query.sortOrder ?? 'newest']
  return selectSortKeys(db)
    .where(and(...listConditions(query), afterCursor(query, cursor)))
    .orderBy(...order)
    .limit(limit + 1)
}

/** The price in paise as a bigint, because a shopper may enter a limit that is larger than an int. */
const paise = (rupees: string) => sql`${toPaise(Number(rupees) as Rupees)}::bigint`

/** The names as text[], the type that the GIN indexes on id arrays need. */
const textArray = (names: string[]) =>
  sql`array[${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )}]::text[]`

/** The conditions of a list without a search. A size must be in stock to match. */
export function listConditions(query: ListQuery): SQL[] {
  const { category, subcategory, gender, brand, size, origin, priceMin, priceMax } = query
  const conditions: (SQL | undefined | false)[] = [
    isPublished,
    category !== undefined && eq(products.categoryId, category),
    subcategory !== undefined && sql`${products.subcategoryIds} @> ${textArray([subcategory])}`,
    gender !== undefined && sql`${products.genderIds} @> ${textArray([gender.toLowerCase()])}`,
    brand !== undefined && inArray(products.brandId, brand.split(',')),
    size !== undefined && sql`${products.sizesInStock} && ${textArray(size.split(','))}`,
    origin !== undefined && inArray(products.origin, origin.split(',')),
    priceMin !== undefined && sql`${products.pricePaise} >= ${paise(priceMin)}`,
    priceMax !== undefined && sql`${products.pricePaise} <= ${paise(priceMax)}`,
    query.inStock === 'true' && eq(products.isInStock, true),
  ]
  return conditions.filter((condition): condition is SQL => Boolean(condition))
}

/**
 * Reads only ids and sort keys, because the query of each list differs, while the products are then
 * read by one prepared statement.
 */
function selectSortKeys(db: Database) {
  const { id, pricePaise, createdAt } = products
  return db.select({ id, pricePaise, createdAt }).from(products)
}

/** The id of a product and its sort keys. */
type SortKeys = { id: string; pricePaise: number; createdAt: Date }

const Id = v.pipe(
  v.string(),
  v.check((id) => !id.includes('\0')),
)
/**
 * `offset`: number of products on the previous pages. A list from memory continues after `lastIds`, its
 * last products, the last one first; if `canSellOut`, they move to the end of the list when they sell
 * out. A list from the database continues after `lastSortKey`.
 */
const Cursor = v.object({
  offset: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  lastIds: v.optional(v.pipe(v.array(Id), v.maxLength(2))),
  canSellOut: v.optional(v.boolean()),
  lastSortKey: v.optional(
    v.object({
      price: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1)),
      at: v.pipe(v.string(), v.check(isIsoTimestamp)),
      id: Id,
    }),
  ),
})
type Cursor = v.InferOutput<typeof Cursor>

const cursorOf = ({ pricePaise: price, createdAt, id }: SortKeys, offset: number) =>
  encodeCursor({ offset, lastSortKey: { price, at: createdAt.toISOString(), id } })

const encodeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

function readCursor(text: string): Cursor {
  try {
    return v.parse(Cursor, JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new StoreError('invalid', 'This list has changed. Please refresh the page.')
  }
}

/** The rows after the cursor, in the sort order of the list. */
function afterCursor(query: ListQuery, cursor: Cursor | undefined): SQL | undefined {
  if (!cursor?.lastSortKey) return undefined
  const { price, at, id } = cursor.lastSortKey
  const { pricePaise, createdAt, id: idColumn } = products
  if (query.sortOrder === 'asc') return sql`(${pricePaise}, ${idColumn}) > (${price}, ${id})`
  if (query.sortOrder === 'desc') return sql`(${pricePaise}, ${idColumn}) < (${price}, ${id})`
  return sql`(${createdAt}, ${idColumn}) < (${at}::timestamptz, ${id})`
}

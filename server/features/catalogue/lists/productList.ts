import { and, asc, desc, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'

import type { ListQuery } from '#contract/catalogue/listing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import * as rules from '#contract/rules.ts'
import { readProducts } from '#server/commerce/products.ts'
import { correctQuery } from '#server/commerce/search/queryCorrection.ts'
import { readBestMatches, maxRanked } from '#server/commerce/search/searchConditions.ts'
import type { SearchQuery } from '#server/commerce/search/searchQuery.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { cacheWithTtl } from '#server/platform/runtime/cache.ts'
import { isMoment } from '#server/platform/runtime/clock.ts'
import { hasConditions, relaxQuery, omittedWords } from './closestSearch.ts'
import { listConditions } from './filters.ts'
import { maxCountedInMemory, type ListCounts } from './listCounts.ts'

type ProductList = {
  data: Product[]
  total: number
  /** Set if there are more than `total` products. */
  isTotalCapped?: true
  nextCursor: string | null
  leftOut?: string[]
}

const totalTtlMs = 30_000
const cachedTotal = cacheWithTtl<number>(totalTtlMs, 2000)

/** Reads a page of a list, sorted by price, else by relevance for a search, else newest first. */
export async function listProducts(
  db: Database,
  query: ListQuery,
  counts?: ListCounts,
): Promise<ProductList> {
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const limit = Math.min(Number(query.limit ?? rules.list.pageSize) || 1, rules.list.maxPageSize)
  const options = { db, query, cursor, limit }
  if (query.search === undefined) {
    return readPage({ ...options, parsedQuery: undefined }, counts?.count(query))
  }
  const searchQuery = await correctQuery(db, query.search)
  if (!hasConditions(searchQuery)) return emptyList
  const found = await readPage({ ...options, parsedQuery: searchQuery })
  if (found.total > 0 || found.data.length > 0) return found
  const closest = await relaxQuery(db, searchQuery)
  if (!closest || !hasConditions(closest)) return found
  const list = await readPage({ ...options, parsedQuery: closest })
  return { ...list, leftOut: omittedWords(searchQuery, closest) }
}

const emptyList: ProductList = { data: [], total: 0, nextCursor: null }

type PageOptions = {
  db: Database
  query: ListQuery
  /** The parsed search; undefined for a list without a search. */
  parsedQuery: SearchQuery | undefined
  cursor: Cursor | undefined
  limit: number
}

async function readPage(options: PageOptions, countInMemory?: number): Promise<ProductList> {
  const { db, query, parsedQuery, cursor, limit } = options
  const isByRelevance =
    parsedQuery !== undefined && parsedQuery.words.length > 0 && !query.sortOrder
  const [places, counted] = isByRelevance
    ? await readBest(options, parsedQuery)
    : await Promise.all([
        readSorted(options),
        countInMemory ?? countProducts(db, query, parsedQuery),
      ])
  const page = places.slice(0, limit)
  const found = await readProducts(
    db,
    page.map(({ id }) => id),
  )
  const last = places.length > limit ? page.at(-1) : undefined
  const before = cursor?.before ?? 0
  return {
    data: page.flatMap(({ id }) => found.get(id) ?? []),
    ...(countInMemory === undefined
      ? cappedTotal(counted, maxCountedFor(parsedQuery))
      : cappedTotal(
          correctTotal(countInMemory, places.length, { before, limit }),
          maxCountedInMemory,
        )),
    nextCursor: last ? cursorOf(last, before + limit) : null,
  }
}

const cappedTotal = (counted: number, maxTotal: number) =>
  counted > maxTotal ? { total: maxTotal, isTotalCapped: true as const } : { total: counted }

/** Counts in memory may be outdated; on the last page the total is known from the page itself. */
function correctTotal(
  countInMemory: number,
  read: number,
  page: { before: number; limit: number },
) {
  const seen = page.before + read
  const isEnd = read <= page.limit && (read > 0 || page.before === 0)
  return isEnd ? seen : Math.max(countInMemory, seen)
}

/** Reads one row more than the page shows, to know whether there is a next page. */
function readSorted({
  db,
  query,
  parsedQuery,
  cursor,
  limit,
}: PageOptions): Promise<ListPosition[]> {
  const order = {
    asc: [asc(products.pricePaise), asc(products.id)],
    desc: [desc(products.pricePaise), desc(products.id)],
    newest: [desc(products.createdAt), desc(products.id)],
  }[query.sortOrder ?? 'newest']
  return selectPlaces(db)
    .where(and(...listConditions(query, parsedQuery), afterCursor(query, cursor)))
    .orderBy(...order)
    .limit(limit + 1)
}

/** Results by relevance have no key to continue from, so the cursor contains the offset. */
async function readBest(
  { db, query, cursor, limit }: PageOptions,
  parsedQuery: SearchQuery,
): Promise<[ListPosition[], number]> {
  const best = readBestMatches({
    searchQuery: parsedQuery,
    conditions: listConditions(query, { ...parsedQuery, words: [] }),
    offset: cursor?.before ?? 0,
    limit: limit + 1,
  })
  const { id, pricePaise, createdAt } = products
  const places = await db
    .select({ id, pricePaise, createdAt, matches: sql<number>`best.matches` })
    .from(products)
    .innerJoin(best, sql`best.id = ${products.id}`)
    .orderBy(desc(products.isInStock), sql`best.rank desc`, asc(products.id))
  return [places, places[0]?.matches ?? (await countProducts(db, query, parsedQuery))]
}

/**
 * Reads only ids and sort keys, because the query of each list differs, while the products are then
 * read by one prepared statement.
 */
function selectPlaces(db: Database) {
  const { id, pricePaise, createdAt } = products
  return db.select({ id, pricePaise, createdAt }).from(products)
}

/** The limit for lists without a search, used until their counts are in memory. */
const maxCounted = 1000
const maxCountedFor = (parsedQuery: SearchQuery | undefined) =>
  parsedQuery ? maxRanked : maxCounted

/** Counts up to one more than the limit: counting on would read every match of a common word. */
function countProducts(db: Database, query: ListQuery, parsedQuery: SearchQuery | undefined) {
  const { cursor: _cursor, limit: _limit, sortBy: _by, sortOrder: _order, ...filters } = query
  return cachedTotal(JSON.stringify([filters, parsedQuery]), async () => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (
        select 1 from ${products} where ${and(...listConditions(query, parsedQuery))}
        limit ${sql.raw(String(maxCountedFor(parsedQuery) + 1))}
      ) found`)
    return rows[0]?.count ?? 0
  })
}

/** The id of a product and its sort keys. */
type ListPosition = { id: string; pricePaise: number; createdAt: Date }

/** The position of the last product of a page: its price or time, and the offset. */
const Cursor = v.object({
  price: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1)),
  at: v.pipe(v.string(), v.check(isMoment)),
  id: v.pipe(
    v.string(),
    v.check((id) => !id.includes('\0')),
  ),
  before: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
})
type Cursor = v.InferOutput<typeof Cursor>

function cursorOf(last: ListPosition, before: number): string {
  const { pricePaise: price, createdAt, id } = last
  const cursor: Cursor = { price, at: createdAt.toISOString(), id, before }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function readCursor(text: string): Cursor {
  try {
    return v.parse(Cursor, JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new StoreError('invalid', 'This list has changed. Please load it again.')
  }
}

/** The rows after the cursor, in the order of the list. */
function afterCursor(query: ListQuery, cursor: Cursor | undefined): SQL | undefined {
  if (!cursor) return undefined
  const { price, at, id } = cursor
  const { pricePaise, createdAt, id: idColumn } = products
  if (query.sortOrder === 'asc') return sql`(${pricePaise}, ${idColumn}) > (${price}, ${id})`
  if (query.sortOrder === 'desc') return sql`(${pricePaise}, ${idColumn}) < (${price}, ${id})`
  return sql`(${createdAt}, ${idColumn}) < (${at}::timestamptz, ${id})`
}

import { and, asc, desc, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'

import type { ListQuery } from '#contract/catalogue/listing.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { rules } from '#contract/rules.ts'
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
import { listConditions } from './listConditions.ts'
import { maxCountedInMemory, type ListCounts } from './listCounts.ts'

type ProductList = {
  data: Product[]
  total: number
  /** Set where there are more than `total`. */
  isTotalCapped?: true
  nextCursor: string | null
  leftOut?: string[]
}

const totalKeptMs = 30_000
const keepTotal = cacheWithTtl<number>(totalKeptMs, 2000)

/** A page of products: by price, by how well they fit a search, else the newest first. */
export async function listProducts(
  db: Database,
  query: ListQuery,
  counts?: ListCounts,
): Promise<ProductList> {
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const limit = Math.min(Number(query.limit ?? rules.list.pageSize) || 1, rules.list.maxPageSize)
  const asked = { db, query, cursor, limit }
  if (query.search === undefined) {
    return readPage({ ...asked, said: undefined }, counts?.count(query))
  }
  const meant = await correctQuery(db, query.search)
  if (!hasConditions(meant)) return nothing
  const found = await readPage({ ...asked, said: meant })
  if (found.total > 0 || found.data.length > 0) return found
  const closest = await relaxQuery(db, meant)
  if (!closest || !hasConditions(closest)) return found
  const list = await readPage({ ...asked, said: closest })
  return { ...list, leftOut: omittedWords(meant, closest) }
}

const nothing: ProductList = { data: [], total: 0, nextCursor: null }

type Reading = {
  db: Database
  query: ListQuery
  /** What the search says; undefined where nothing is searched for. */
  said: SearchQuery | undefined
  cursor: Cursor | undefined
  limit: number
}

async function readPage(reading: Reading, remembered?: number): Promise<ProductList> {
  const { db, query, said, cursor, limit } = reading
  const isByFit = said !== undefined && said.words.length > 0 && !query.sortOrder
  const [places, counted] = isByFit
    ? await readBest(reading, said)
    : await Promise.all([readSorted(reading), remembered ?? countProducts(db, query, said)])
  const shown = places.slice(0, limit)
  const found = await readProducts(
    db,
    shown.map(({ id }) => id),
  )
  const last = places.length > limit ? shown.at(-1) : undefined
  const before = cursor?.before ?? 0
  return {
    data: shown.flatMap(({ id }) => found.get(id) ?? []),
    ...(remembered === undefined
      ? cappedTotal(counted, mostCountedOf(said))
      : cappedTotal(atLeastSeen(remembered, places.length, { before, limit }), maxCountedInMemory)),
    nextCursor: last ? cursorOf(last, before + limit) : null,
  }
}

const cappedTotal = (counted: number, most: number) =>
  counted > most ? { total: most, isTotalCapped: true as const } : { total: counted }

/** What is remembered may lag behind; a list that ends here is known by what is shown of it. */
function atLeastSeen(remembered: number, read: number, page: { before: number; limit: number }) {
  const seen = page.before + read
  const isEnd = read <= page.limit && (read > 0 || page.before === 0)
  return isEnd ? seen : Math.max(remembered, seen)
}

/** One row more than shown, to know whether there is a next page. */
function readSorted({ db, query, said, cursor, limit }: Reading): Promise<Place[]> {
  const order = {
    asc: [asc(products.pricePaise), asc(products.id)],
    desc: [desc(products.pricePaise), desc(products.id)],
    newest: [desc(products.createdAt), desc(products.id)],
  }[query.sortOrder ?? 'newest']
  return selectPlaces(db)
    .where(and(...listConditions(query, said), afterCursor(query, cursor)))
    .orderBy(...order)
    .limit(limit + 1)
}

/** By fit there is no key to go on from, so the cursor says how many came before. */
async function readBest(
  { db, query, cursor, limit }: Reading,
  said: SearchQuery,
): Promise<[Place[], number]> {
  const best = readBestMatches({
    searchQuery: said,
    conditions: listConditions(query, { ...said, words: [] }),
    offset: cursor?.before ?? 0,
    limit: limit + 1,
  })
  const { id, pricePaise, createdAt } = products
  const places = await db
    .select({ id, pricePaise, createdAt, matches: sql<number>`best.matches` })
    .from(products)
    .innerJoin(best, sql`best.id = ${products.id}`)
    .orderBy(desc(products.isInStock), sql`best.rank desc`, asc(products.id))
  return [places, places[0]?.matches ?? (await countProducts(db, query, said))]
}

/** Only the places: no two lists ask alike, but what is shown of products is always asked alike. */
function selectPlaces(db: Database) {
  const { id, pricePaise, createdAt } = products
  return db.select({ id, pricePaise, createdAt }).from(products)
}

/** A list without a search is counted here only until its counts are in memory. */
const mostCounted = 1000
const mostCountedOf = (said: SearchQuery | undefined) => (said ? maxRanked : mostCounted)

/** One more than are told at most: to count on would read every match of a common word. */
function countProducts(db: Database, query: ListQuery, said: SearchQuery | undefined) {
  const { cursor: _cursor, limit: _limit, sortBy: _by, sortOrder: _order, ...filters } = query
  return keepTotal(JSON.stringify([filters, said]), async () => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (
        select 1 from ${products} where ${and(...listConditions(query, said))}
        limit ${sql.raw(String(mostCountedOf(said) + 1))}
      ) found`)
    return rows[0]?.count ?? 0
  })
}

/** Which product it is, and by what the next page is found. */
type Place = { id: string; pricePaise: number; createdAt: Date }

/** Where a page ended: the price or the time of its last product, and how many came before. */
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

function cursorOf(last: Place, before: number): string {
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

/** What comes after the last product shown, in the list's own order. */
function afterCursor(query: ListQuery, cursor: Cursor | undefined): SQL | undefined {
  if (!cursor) return undefined
  const { price, at, id } = cursor
  const { pricePaise, createdAt, id: idColumn } = products
  if (query.sortOrder === 'asc') return sql`(${pricePaise}, ${idColumn}) > (${price}, ${id})`
  if (query.sortOrder === 'desc') return sql`(${pricePaise}, ${idColumn}) < (${price}, ${id})`
  return sql`(${createdAt}, ${idColumn}) < (${at}::timestamptz, ${id})`
}

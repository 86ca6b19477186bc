import { asc, desc, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import * as rules from '#contract/rules.ts'
import { isPublished } from '#server/commerce/products.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  brands,
  categories,
  cityPopularity,
  productPopularity,
  products,
  subcategories,
} from '#server/database/schema/catalogue.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'
import { type Column, columnBuilder, growableUint32Array, separator } from './columns.ts'
import { colourOf, fabricsOf, occasionsOf } from './attributes.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { createSpellingCorrector } from './spelling.ts'
import { codeWordOf, wordsOfText } from './words.ts'
import { wordIndexBuilder, type WordIndex } from './wordIndex.ts'

/**
 * The catalogue in memory, for search, suggestions, filters and counts: a query to the database takes
 * ten to a hundred times as long, and cannot rank all matches of a common word. Every process builds
 * its own and checks regularly whether it is current. Prices and stock that shoppers see are read from
 * the database, by the ids that are found here (`createProductCache` keeps them for a second).
 */

/** The index of a product in `ids`, which are sorted as recommended (`selectIds`). */
export type Position = number

const columnNames = [
  'category',
  'brand',
  'origin',
  'subcategories',
  'genders',
  'sizes',
  'colour',
  'fabrics',
  'occasions',
] as const
export type ColumnName = (typeof columnNames)[number]

export type CatalogueSnapshot = {
  ids: string[]
  words: WordIndex
  columns: Record<ColumnName, Column>
  /** In paise. */
  prices: Uint32Array
  /** In percent of the MRP, rounded. */
  discounts: Uint8Array
  /** The average of the reviews in tenths of a star; 0 with fewer reviews than cards show. */
  ratings: Uint8Array
  popularity: Float32Array
  /** In seconds since 1970. */
  createdAt: Uint32Array
  /** In seconds since 1970; 0 if the product was never sold out. */
  restockedAt: Uint32Array
  inStock: Uint8Array
  /** By city in lower case, what customers there buy most. */
  trending: Map<string, Position[]>
  dictionary: Dictionary
  /** Corrects a word that no product has; undefined if none is similar. */
  correct: (word: string) => string | undefined
}

const versionName = 'search_version'

/** Tells every process that products have changed, so that each rebuilds its index. */
export async function bumpCatalogueVersion(db: Database): Promise<void> {
  const value = randomUUID()
  await db
    .insert(storeSettings)
    .values({ name: versionName, value })
    .onConflictDoUpdate({ target: storeSettings.name, set: { value } })
}

/**
 * Reads the version of the catalogue, which is a new random value after each change of products.
 */
async function readCatalogueVersion(db: Database): Promise<string> {
  const rows = await db.select().from(storeSettings).where(eq(storeSettings.name, versionName))
  return String(rows[0]?.value ?? '')
}

/** Changes of stock do not renew the version of the catalogue, so the snapshot is rebuilt at this interval too. */
const staleMs = 60_000
/** Rebuilding may take at most this share of the time, so a slow build runs less often. */
const busyShare = 1 / 20

export type CatalogueIndex = ReturnType<typeof createCatalogueIndex>

export function createCatalogueIndex() {
  let current: CatalogueSnapshot | undefined
  let version: string | undefined
  let nextRebuildMs = -Infinity
  let running: Promise<void> | undefined

  async function rebuild(db: Database): Promise<void> {
    const newVersion = await readCatalogueVersion(db)
    const startedMs = Date.now()
    if (current && newVersion === version && startedMs < nextRebuildMs) return
    const reused = newVersion === version ? current?.correct : undefined
    current = await buildSnapshot(db, { isPaced: current !== undefined, correct: reused })
    version = newVersion
    const now = Date.now()
    nextRebuildMs = now + Math.max(staleMs, (now - startedMs) / busyShare)
  }

  return {
    /** Rebuilds the snapshot if the catalogue has changed or the snapshot is stale; one at a time. */
    refresh: (db: Database): Promise<void> =>
      (running ??= rebuild(db).finally(() => {
        running = undefined
      })),
    /** Undefined until the first build is done. */
    snapshot: () => current,
  }
}

/** The snapshot of the index; without an index, a new snapshot for this call. */
export async function snapshotOf(
  db: Database,
  index: CatalogueIndex | undefined,
): Promise<CatalogueSnapshot> {
  const built = index?.snapshot()
  if (built) return built
  if (!index) return buildSnapshot(db, { isPaced: false })
  await index.refresh(db)
  return index.snapshot() ?? buildSnapshot(db, { isPaced: false })
}

/** The maximum total size of the values of a cache, or a function of the number of products that returns it. */
type CacheLimit = number | ((products: number) => number)

/**
 * Caches values computed from a snapshot for as long as it is current. When the cache is full, the
 * values that were used least recently are dropped. The size of a value is 1 if it is not given.
 */
export function cachePerSnapshot<Value>(
  limit: CacheLimit,
  sizeOf: (value: Value) => number = () => 1,
) {
  type Cache = { values: Map<string, Value>; size: number; maxSize: number }
  const caches = new WeakMap<CatalogueSnapshot, Cache>()
  return (snapshot: CatalogueSnapshot, key: string, compute: () => Value): Value => {
    const cache = caches.get(snapshot) ?? {
      values: new Map<string, Value>(),
      size: 0,
      maxSize: typeof limit === 'number' ? limit : limit(snapshot.ids.length),
    }
    caches.set(snapshot, cache)
    const known = cache.values.get(key)
    const value = known ?? compute()
    if (known === undefined) cache.size += sizeOf(value)
    // A map keeps the order of insertion.
    else cache.values.delete(key)
    cache.values.set(key, value)
    for (const [oldest, dropped] of cache.values) {
      if (cache.size <= cache.maxSize || oldest === key) break
      cache.values.delete(oldest)
      cache.size -= sizeOf(dropped)
    }
    return value
  }
}

/** Memory that a cached list takes besides its numbers, in units of four bytes. */
const entryOverhead = 64

/**
 * The size of a cached list in units of four bytes. An empty list counts too, so that searches without
 * results cannot fill the memory.
 */
export const cachedListSize = (length: number): number => length + entryOverhead

const batchSize = 1000
/** While the store serves requests, a build pauses this many times as long as it works. */
const pausePerWorkTime = 2
const minPauseMs = 2
/** The newness of a product in `selectIds` falls to 37 % (1/e) in this time. */
const newnessDecayDays = 30

type Row = {
  id: string
  code: string
  name: string
  searchWords: string
  category: string
  brand: string
  origin: string
  subcategories: string
  genders: string
  sizes: string
  colour: string
  fabric: string | null
  pricePaise: number
  mrpPaise: number
  createdAt: number
  restockedAt: number | null
  popularity: number | null
  rating: number | null
}

/**
 * The ids of all products as recommended: in stock before sold out, then what sells, what is new, and what
 * still has most of its sizes. Lists are the same for all shoppers, so that they can be cached; the share of
 * its sizes in stock says how likely a product fits the shopper who looks at it. The age is counted from the
 * start of the day, so that products change places only as they sell.
 */
const selectIds = sql`
  select products.id from ${products}
  left join ${productPopularity} on ${productPopularity.productId} = products.id
  where ${isPublished}
  order by products.is_in_stock desc,
    ln(1 + coalesce(${productPopularity.score}, 0))
      + exp(-extract(epoch from date_trunc('day', now()) - products.created_at)
          / ${sql.raw(String(newnessDecayDays * 86_400))})
      + cardinality(products.sizes_in_stock)::real / greatest(cardinality(products.sizes), 1) desc,
    products.created_at desc, products.id desc`

const selectRows = (ids: string[]) => sql`
  select products.id, products.code, products.name, search_words as "searchWords", category_id as category, brand_id as brand,
    products.origin, array_to_string(subcategory_ids, chr(1)) as subcategories,
    array_to_string(products.gender_ids, chr(1)) as genders, array_to_string(sizes_in_stock, chr(1)) as sizes,
    products.colour, jsonb_path_query_first(products.details, '$[*] ? (@.name == "Fabric").value') #>> '{}' as fabric,
    price_paise as "pricePaise", mrp_paise as "mrpPaise",
    extract(epoch from products.created_at)::int as "createdAt",
    extract(epoch from products.restocked_at)::int as "restockedAt", ${productPopularity.score} as popularity,
    case when review_count >= ${sql.raw(String(rules.reviews.minForRating))} then rating_tenths end as rating
  from ${products}
  left join ${productPopularity} on ${productPopularity.productId} = products.id
  where ${isPublished} and products.id = any(${sql.param(ids)}::text[])`

type BuildOptions = {
  /** Pauses between batches, so that other requests are handled. */
  isPaced: boolean
  correct?: CatalogueSnapshot['correct'] | undefined
}

async function buildSnapshot(db: Database, options: BuildOptions): Promise<CatalogueSnapshot> {
  const names = await readNames(db)
  const columns = Object.fromEntries(columnNames.map((name) => [name, columnBuilder()])) as Record<
    ColumnName,
    ReturnType<typeof columnBuilder>
  >
  const indexing = wordIndexBuilder()
  const ids: string[] = []
  const prices = growableUint32Array()
  const createdAt = growableUint32Array()
  const restockedAt = growableUint32Array()
  const discounts: number[] = []
  const ratings: number[] = []
  const popularity: number[] = []
  const inStock: number[] = []
  const trending = trendingBuilder(await readTrending(db))

  const add = (row: Row) => {
    const name = wordsOfText(row.name)
    const words = wordsOfText(row.searchWords)
    const kind = names.get(row.category) ?? []
    const subKinds = row.subcategories.split(separator).flatMap((id) => names.get(id) ?? [])
    trending.add(row.id, ids.length)
    ids.push(row.id)
    indexing.add({
      name,
      otherWords: [...words, ...wordsOfText(row.colour), ...[codeWordOf(row.code)].filter(Boolean)],
    })
    for (const column of [
      'category',
      'brand',
      'origin',
      'subcategories',
      'genders',
      'sizes',
    ] as const)
      columns[column].add(row[column])
    const colour = colourOf(row.colour) ?? colourOf(row.name)
    columns.colour.add(colour ?? '')
    const fabrics = fabricsOf(row.fabric ?? '')
    columns.fabrics.add((fabrics.length > 0 ? fabrics : fabricsOf(row.name)).join(separator))
    columns.occasions.add(
      occasionsOf([...name, ...words, ...kind, ...subKinds])
        .sort()
        .join(separator),
    )
    prices.push(row.pricePaise)
    createdAt.push(row.createdAt)
    restockedAt.push(row.restockedAt ?? 0)
    discounts.push(Math.round((1 - row.pricePaise / row.mrpPaise) * 100))
    ratings.push(row.rating ?? 0)
    popularity.push(row.popularity ?? 0)
    inStock.push(row.sizes === '' ? 0 : 1)
  }

  await readRows(db, async (rows) => {
    const startedMs = performance.now()
    for (const row of rows) add(row)
    if (options.isPaced) {
      await pause(pausePerWorkTime * (performance.now() - startedMs) + minPauseMs)
    }
  })
  const words = await indexing.finish()
  return {
    ids,
    words,
    columns: Object.fromEntries(
      columnNames.map((name) => [name, columns[name].finish()]),
    ) as Record<ColumnName, Column>,
    prices: prices.finish(),
    discounts: Uint8Array.from(discounts),
    ratings: Uint8Array.from(ratings),
    popularity: Float32Array.from(popularity),
    createdAt: createdAt.finish(),
    restockedAt: restockedAt.finish(),
    inStock: Uint8Array.from(inStock),
    trending: trending.finish(),
    dictionary: await readDictionary(db),
    correct: options.correct ?? (await createSpellingCorrector(words)),
  }
}

/**
 * Reads all products in batches, as recommended. There is no transaction around the batches: the
 * embedded database has one session, which would be blocked by a long one.
 */
async function readRows(db: Database, onRows: (rows: Row[]) => Promise<void>): Promise<void> {
  const { rows: all } = await db.execute<{ id: string }>(selectIds)
  for (let from = 0; from < all.length; from += batchSize) {
    const ids = all.slice(from, from + batchSize).map(({ id }) => id)
    const { rows } = await db.execute<Row>(selectRows(ids))
    const rowsById = new Map(rows.map((row) => [row.id, row]))
    await onRows(ids.flatMap((id) => rowsById.get(id) ?? []))
  }
}

/** The words of the names of categories and subcategories, by id. */
async function readNames(db: Database): Promise<Map<string, string[]>> {
  const categoryRows = await db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
  const subcategoryRows = await db
    .select({ id: subcategories.id, name: subcategories.name })
    .from(subcategories)
  return new Map(
    [...categoryRows, ...subcategoryRows].map(({ id, name }) => [id, wordsOfText(name)]),
  )
}

type TrendingRow = { city: string; productId: string }

/** What customers of each city buy, the most bought first. */
const readTrending = (db: Database): Promise<TrendingRow[]> =>
  db
    .select({ city: cityPopularity.city, productId: cityPopularity.productId })
    .from(cityPopularity)
    .orderBy(desc(cityPopularity.score), asc(cityPopularity.productId))

/** Turns the products into positions as they are added. */
function trendingBuilder(rows: TrendingRow[]) {
  const positions = new Map<string, Position | undefined>(
    rows.map(({ productId }) => [productId, undefined]),
  )
  return {
    add(id: string, position: Position): void {
      if (positions.has(id)) positions.set(id, position)
    },
    finish(): CatalogueSnapshot['trending'] {
      const byCity = new Map<string, Position[]>()
      for (const { city, productId } of rows) {
        const position = positions.get(productId)
        if (position === undefined) continue
        const ofCity = byCity.get(city) ?? []
        byCity.set(city, ofCity)
        ofCity.push(position)
      }
      return byCity
    },
  }
}

async function readDictionary(db: Database): Promise<Dictionary> {
  return createDictionary({
    categories: await db.select({ id: categories.id, name: categories.name }).from(categories),
    subcategories: await db
      .select({
        id: subcategories.id,
        name: subcategories.name,
        categoryId: subcategories.categoryId,
      })
      .from(subcategories),
    brands: await db.select({ id: brands.id, name: brands.name }).from(brands),
  })
}

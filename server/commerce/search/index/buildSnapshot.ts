import { asc, desc } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'

import type { Database } from '#server/database/client/connect.ts'
import { cityPopularity } from '#server/database/schema/catalogue.ts'
import {
  type CatalogueSnapshot,
  type ColumnName,
  columnNames,
  type Position,
  type WarehouseState,
} from './catalogueSnapshot.ts'
import { type Column, columnBuilder, growableUint32Array } from './columns.ts'
import {
  type GroupNames,
  type ProductEntry,
  readEntries,
  readRecommendedIds,
} from './productEntries.ts'
import { createSpellingCorrector } from '#server/commerce/search/query/spelling.ts'
import { wordIndexBuilder } from './wordIndex.ts'

const batchSize = 1000
/** While the store serves requests, a build pauses this many times as long as it works. */
const pausePerWorkTime = 2
const minPauseMs = 2

type BuildOptions = {
  /** The day for which products are ranked. */
  day: string
  names: GroupNames
  dictionary: CatalogueSnapshot['dictionary']
  warehouses: WarehouseState[]
  /** Pauses between batches, so that other requests are handled. */
  isPaced: boolean
  /** Called after each batch. */
  onProgress?: BuildProgress | undefined
}

/** How many of all products have been read. */
export type BuildProgress = (read: number, total: number) => void

/** Reads the whole catalogue. */
export async function buildSnapshot(
  db: Database,
  { day, names, dictionary, warehouses, isPaced, onProgress }: BuildOptions,
): Promise<CatalogueSnapshot> {
  const columns = Object.fromEntries(columnNames.map((name) => [name, columnBuilder()])) as Record<
    ColumnName,
    ReturnType<typeof columnBuilder>
  >
  const indexing = wordIndexBuilder()
  const ids: string[] = []
  const prices = growableUint32Array()
  const createdAt = growableUint32Array()
  const restockedAt = growableUint32Array()
  const ranks: number[] = []
  const discounts: number[] = []
  const ratings: number[] = []
  const popularity: number[] = []
  const isSold: number[] = []
  const inStock: number[] = []
  const changedIn: number[] = []
  const trending = trendingBuilder(await readTrending(db))

  const add = (entry: ProductEntry) => {
    trending.add(entry.id, ids.length)
    ids.push(entry.id)
    indexing.add(entry)
    for (const name of columnNames) columns[name].add(entry.columns[name])
    prices.push(entry.price)
    createdAt.push(entry.createdAt)
    restockedAt.push(entry.restockedAt)
    ranks.push(entry.rank)
    discounts.push(entry.discount)
    ratings.push(entry.rating)
    popularity.push(entry.popularity)
    isSold.push(entry.isSold)
    inStock.push(entry.inStock)
    changedIn.push(entry.changedIn)
  }

  // There is no transaction around the batches: the embedded database has one session, which would be
  // blocked by a long one.
  const all = await readRecommendedIds(db, day)
  for (let from = 0; from < all.length; from += batchSize) {
    const batch = all.slice(from, from + batchSize)
    const entries = await readEntries(db, { ids: batch, day, names })
    const startedMs = performance.now()
    const entriesById = new Map(entries.map((entry) => [entry.id, entry]))
    for (const id of batch) {
      const entry = entriesById.get(id)
      if (entry) add(entry)
    }
    onProgress?.(from + batch.length, all.length)
    if (isPaced) await pause(pausePerWorkTime * (performance.now() - startedMs) + minPauseMs)
  }
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
    isSold: Uint8Array.from(isSold),
    ranks: Float64Array.from(ranks),
    createdAt: createdAt.finish(),
    restockedAt: restockedAt.finish(),
    inStock: Uint8Array.from(inStock),
    warehouses,
    changedIn: Float64Array.from(changedIn),
    trending: trending.finish(),
    dictionary,
    correct: await createSpellingCorrector(words),
  }
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

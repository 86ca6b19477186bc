import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'

import type { ListQuery } from '#contract/catalogue/listing.ts'
import { type Rupees, toPaise } from '#contract/money.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { isOnSale } from '#server/commerce/products.ts'
import { cacheWithTtl } from '#server/platform/runtime/cache.ts'
import { log } from '#server/platform/observability/log.ts'

/** Counts are refreshed this often at most, and less often where counting takes long. */
const refreshMs = 20_000
/** Nobody compares longer lists, and counting on would go through every kind. */
export const maxCountedInMemory = 10_000
/** A refresh may use this part of the time of its connection. */
const busyShare = 1 / 20

/** What a list is narrowed by besides the price. */
const columnNames = ['category', 'brand', 'origin', 'subcategories', 'genders', 'sizes'] as const
type ColumnName = (typeof columnNames)[number]

/** The different values of a column, and by their places which of them each kind has. */
type Column = { values: string[][]; places: Uint32Array }

/** How many products of a list each size (in stock), brand id and origin has; prices in paise. */
export type Facets = {
  sizes: Map<string, number>
  brands: Map<string, number>
  origins: Map<string, number>
  lowest: number
  highest: number
}

/** A kind is made of the products that no filter but the price's tells apart. */
type Kinds = Record<ColumnName, Column> & {
  /** Of each kind, from the lowest up. */
  prices: Uint32Array[]
}

/**
 * Counts the products of each list in memory: tens of thousands of products are some thousand kinds,
 * and within a kind only the price is looked up, a hundred times faster than in the database. `db` is
 * a connection that nothing else waits for: one refresh runs at a time, and until it is done the
 * counts from before are served, however old they are. Before the first one, `count` and `filters`
 * return undefined and the database is asked.
 */
export function createListCounts(db: Database) {
  const keepFacets = cacheWithTtl<Facets>(refreshMs, 500)
  let kinds: Kinds | undefined
  let nextRefreshMs = -Infinity
  let running: Promise<void> | undefined

  async function read(): Promise<void> {
    const startedMs = Date.now()
    try {
      kinds = await readKinds(db)
    } catch (error) {
      log.error({ err: error }, 'The catalogue could not be counted')
    } finally {
      const now = Date.now()
      nextRefreshMs = now + Math.max(refreshMs, (now - startedMs) / busyShare)
      running = undefined
    }
  }

  const refresh = (): Promise<void> => (running ??= read())
  function known(): Kinds | undefined {
    if (Date.now() >= nextRefreshMs) void refresh()
    return kinds
  }

  return {
    refresh,
    /** The number of products, or one more than `countedInMemory`. */
    count(query: ListQuery): number | undefined {
      const kinds = known()
      return kinds && countIn(kinds, query)
    },
    /** What the filters of a list offer, and how many of its products each value has. */
    facets(query: ListQuery): Promise<Facets> | undefined {
      const kinds = known()
      return kinds && keepFacets(JSON.stringify(query), async () => facetsIn(kinds, query))
    },
  }
}

export type ListCounts = ReturnType<typeof createListCounts>

/** Other requests are answered after so many rows. */
const rowsPerTurn = 1000

/** Between the values of a list. To parse arrays of the database takes ten times as long. */
const separator = '\u0001'

type KindRow = Record<ColumnName, string> & { prices: string }

async function readKinds(db: Database): Promise<Kinds> {
  const rows = await db.transaction(async (tx) => {
    // Grouped in memory instead of sorted on disk, and with one processor: the others serve customers.
    await tx.execute(sql`set local work_mem = '128MB'`)
    await tx.execute(sql`set local enable_sort = off`)
    await tx.execute(sql`set local max_parallel_workers_per_gather = 0`)
    const read = await tx.execute<KindRow>(sql`
      select category_id as category, brand_id as brand, products.origin,
        array_to_string(subcategory_ids, ${separator}) as subcategories,
        array_to_string(gender_ids, ${separator}) as genders,
        array_to_string(sizes_in_stock, ${separator}) as sizes,
        string_agg(price_paise::text, ',') as prices
      from ${products} where ${isOnSale}
      group by category_id, brand_id, products.origin, subcategory_ids, gender_ids, sizes_in_stock`)
    return read.rows
  })
  const prices: Uint32Array[] = []
  for (const row of rows) {
    prices.push(Uint32Array.from(row.prices.split(','), Number).sort())
    if (prices.length % rowsPerTurn === 0) await nextTurn()
  }
  const columns = columnNames.map((name) => [name, columnOf(rows.map((row) => row[name]))] as const)
  return { ...(Object.fromEntries(columns) as Record<ColumnName, Column>), prices }
}

function columnOf(all: string[]): Column {
  const placeOf = new Map<string, number>()
  const values: string[][] = []
  const places = all.map((value) => {
    const known = placeOf.get(value)
    if (known !== undefined) return known
    placeOf.set(value, values.length)
    return values.push(value === '' ? [] : value.split(separator)) - 1
  })
  return { values, places: Uint32Array.from(places) }
}

function countIn(kinds: Kinds, query: ListQuery): number {
  let count = 0
  for (const { from, to } of matching(kinds, query)) {
    count += to - from
    if (count > maxCountedInMemory) return maxCountedInMemory + 1
  }
  return count
}

function facetsIn(kinds: Kinds, query: ListQuery): Facets {
  const facets: Facets = {
    sizes: new Map(),
    brands: new Map(),
    origins: new Map(),
    lowest: Infinity,
    highest: 0,
  }
  const add = (counts: Map<string, number>, values: string[], count: number) => {
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + count)
  }
  for (const { at, prices, from, to } of matching(kinds, query)) {
    add(facets.sizes, valuesAt(kinds.sizes, at), to - from)
    add(facets.brands, valuesAt(kinds.brand, at), to - from)
    add(facets.origins, valuesAt(kinds.origin, at), to - from)
    facets.lowest = Math.min(facets.lowest, prices[from] as number)
    facets.highest = Math.max(facets.highest, prices[to - 1] as number)
  }
  return facets
}

const valuesAt = ({ values, places }: Column, at: number) => values[places[at] as number] ?? []

/** The kinds that fulfil the same conditions as `conditionsOf`, each with the range of its prices. */
function* matching(kinds: Kinds, query: ListQuery) {
  const { category, subcategory, brand, origin, size, gender, priceMin, priceMax } = query
  const lowest = priceMin === undefined ? 0 : paise(priceMin)
  const beyond = priceMax === undefined ? Infinity : paise(priceMax) + 1
  const isOut = new Uint8Array(kinds.prices.length)
  leaveOut(isOut, kinds.category, category && [category])
  leaveOut(isOut, kinds.brand, brand?.split(','))
  leaveOut(isOut, kinds.origin, origin?.split(','))
  leaveOut(isOut, kinds.subcategories, subcategory && [subcategory])
  leaveOut(isOut, kinds.genders, gender && [gender.toLowerCase()])
  leaveOut(isOut, kinds.sizes, size?.split(','))
  if (query.inStock === 'true') leaveOut(isOut, kinds.sizes, anySize)
  for (let at = 0; at < isOut.length; at++) {
    const prices = kinds.prices[at]
    if (isOut[at] || !prices) continue
    const [from, to] = [below(prices, lowest), below(prices, beyond)]
    if (to > from) yield { at, prices, from, to }
  }
}

const paise = (rupees: string) => toPaise(Number(rupees) as Rupees)

const anySize = 'any'
type Wanted = string[] | typeof anySize | '' | undefined

/** Marks the kinds that have none of what is wanted. */
function leaveOut(isOut: Uint8Array, { values, places }: Column, wanted: Wanted): void {
  if (!wanted) return
  const isMissing = values.map((value) =>
    wanted === anySize ? value.length === 0 : !value.some((one) => wanted.includes(one)),
  )
  for (let at = 0; at < isOut.length; at++) if (isMissing[places[at] as number]) isOut[at] = 1
}

/** How many prices are below this one. */
function below(prices: Uint32Array, price: number): number {
  if (price === Infinity) return prices.length
  let [low, high] = [0, prices.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((prices[middle] as number) < price) low = middle + 1
    else high = middle
  }
  return low
}

import { sql } from 'drizzle-orm'

import type { ListQuery } from '#contract/catalogue/listing.ts'
import { type Rupees, toPaise } from '#contract/money.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { isOnSale } from '#server/commerce/products.ts'
import { cacheWithTtl } from '#server/platform/runtime/cache.ts'
import { log } from '#server/platform/observability/log.ts'

/** The minimum interval between refreshes; slow refreshes run less often. */
const refreshMs = 20_000
/**
 * Counting stops here: exact totals of longer lists do not matter to shoppers and would visit every
 * kind.
 */
export const maxCountedInMemory = 10_000
/** With thousands of brands each takes 100 KB or more. */
const maxCachedFacets = 100
/** A refresh may use at most this share of the time of its connection. */
const busyShare = 1 / 20

/** The columns that filters use, except the price. */
const columnNames = ['category', 'brand', 'origin', 'subcategories', 'genders', 'sizes'] as const
type ColumnName = (typeof columnNames)[number]

/** The distinct values of a column, and for each kind the position of its value. */
type Column = {
  values: string[][]
  places: Uint32Array
  /** All kinds, ordered by the position of their value, and the end of each value in that order. */
  ordered: Uint32Array
  ends: Uint32Array
}

/** The number of products per size (in stock), brand id and origin in a list; prices in paise. */
export type Facets = {
  sizes: Map<string, number>
  brands: Map<string, number>
  origins: Map<string, number>
  lowest: number
  highest: number
}

/**
 * A kind is a group of products that differ at most in price, among the properties that filters
 * use. Kinds are stored in a few large typed arrays, because one array per kind would take several
 * times the memory.
 */
type Kinds = Record<ColumnName, Column> & {
  /** The prices of all kinds in one array, ascending within each kind. */
  prices: Uint32Array
  /** The start of each kind in `prices`, and the end of the last one. */
  starts: Uint32Array
}

/**
 * Counts the products of lists in memory: tens of thousands of products form some thousand kinds,
 * and only the price is searched within a kind, which is a hundred times faster than the database.
 * `db` is a separate connection. One refresh runs at a time, and the previous counts are served
 * until it is done. Before the first refresh, `count` and `facets` return undefined and the
 * database is queried.
 */
export function createListCounts(db: Database) {
  const cachedFacets = cacheWithTtl<Facets>(refreshMs, maxCachedFacets)
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
  function currentKinds(): Kinds | undefined {
    if (Date.now() >= nextRefreshMs) void refresh()
    return kinds
  }

  return {
    refresh,
    /** The number of products, at most `maxCountedInMemory` + 1. */
    count(query: ListQuery): number | undefined {
      const kinds = currentKinds()
      return kinds && countIn(kinds, query)
    },
    /** The values of the filters of a list, with the number of products for each. */
    facets(query: ListQuery): Promise<Facets> | undefined {
      const kinds = currentKinds()
      return kinds && cachedFacets(JSON.stringify(query), async () => facetsIn(kinds, query))
    },
  }
}

export type ListCounts = ReturnType<typeof createListCounts>

/** Kinds per fetch; other requests are answered in between. */
const fetchSize = 1000

/** Separates the values of a list. Parsing arrays of the driver would take ten times as long. */
const separator = '\u0001'

type KindRow = Record<ColumnName, string> & { prices: string }

/** Reads with a cursor, because all rows at once would take many times the memory of the result. */
async function readKinds(db: Database): Promise<Kinds> {
  const columns = Object.fromEntries(columnNames.map((name) => [name, columnBuilder()])) as Record<
    ColumnName,
    ReturnType<typeof columnBuilder>
  >
  const prices = numbers()
  const starts = numbers()
  starts.push(0)
  await db.transaction(async (tx) => {
    // Groups in memory instead of sorting on disk, with one processor, so that the others serve
    // customers.
    await tx.execute(sql`set local work_mem = '128MB'`)
    await tx.execute(sql`set local enable_sort = off`)
    await tx.execute(sql`set local max_parallel_workers_per_gather = 0`)
    await tx.execute(sql`
      declare kinds no scroll cursor for
      select category_id as category, brand_id as brand, products.origin,
        array_to_string(subcategory_ids, chr(1)) as subcategories,
        array_to_string(gender_ids, chr(1)) as genders,
        array_to_string(sizes_in_stock, chr(1)) as sizes,
        string_agg(price_paise::text, ',') as prices
      from ${products} where ${isOnSale}
      group by category_id, brand_id, products.origin, subcategory_ids, gender_ids, sizes_in_stock`)
    const fetchMore = sql`fetch ${sql.raw(String(fetchSize))} from kinds`
    for (;;) {
      const { rows } = await tx.execute<KindRow>(fetchMore)
      for (const row of rows) {
        for (const name of columnNames) columns[name].add(row[name])
        for (const price of Uint32Array.from(row.prices.split(','), Number).sort()) {
          prices.push(price)
        }
        starts.push(prices.length())
      }
      if (rows.length < fetchSize) break
    }
    await tx.execute(sql`close kinds`)
  })
  const finished = columnNames.map((name) => [name, columns[name].finish()] as const)
  return {
    ...(Object.fromEntries(finished) as Record<ColumnName, Column>),
    prices: prices.finish(),
    starts: starts.finish(),
  }
}

function columnBuilder() {
  const placeOf = new Map<string, number>()
  const values: string[][] = []
  const places = numbers()
  return {
    add(value: string): void {
      let place = placeOf.get(value)
      if (place === undefined) {
        place = values.push(value === '' ? [] : value.split(separator)) - 1
        placeOf.set(value, place)
      }
      places.push(place)
    },
    finish(): Column {
      const all = places.finish()
      return { values, places: all, ...sortByValue(all, values.length) }
    },
  }
}

/** Counting sort of the kinds by the position of their value. */
function sortByValue(places: Uint32Array, placeCount: number): Pick<Column, 'ordered' | 'ends'> {
  const next = new Uint32Array(placeCount + 1)
  for (const place of places) next[place + 1] = (next[place + 1] as number) + 1
  for (let place = 1; place <= placeCount; place++) {
    next[place] = (next[place] as number) + (next[place - 1] as number)
  }
  const ordered = new Uint32Array(places.length)
  places.forEach((place, at) => {
    const to = next[place] as number
    ordered[to] = at
    next[place] = to + 1
  })
  // After the loop, the start of each value has moved to its end.
  return { ordered, ends: next.slice(0, placeCount) }
}

/** A growing array of 32-bit integers. */
function numbers() {
  let all = new Uint32Array(1024)
  let length = 0
  return {
    push(number: number): void {
      if (length === all.length) {
        const larger = new Uint32Array(2 * length)
        larger.set(all)
        all = larger
      }
      all[length++] = number
    },
    length: () => length,
    finish: () => all.slice(0, length),
  }
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
  for (const { at, from, to } of matching(kinds, query)) {
    add(facets.sizes, valuesAt(kinds.sizes, at), to - from)
    add(facets.brands, valuesAt(kinds.brand, at), to - from)
    add(facets.origins, valuesAt(kinds.origin, at), to - from)
    facets.lowest = Math.min(facets.lowest, kinds.prices[from] as number)
    facets.highest = Math.max(facets.highest, kinds.prices[to - 1] as number)
  }
  return facets
}

const valuesAt = ({ values, places }: Column, at: number) => values[places[at] as number] ?? []

/**
 * The kinds that match the same conditions as `listConditions`, each with its range of `prices`.
 */
function* matching(kinds: Kinds, query: ListQuery) {
  const { category, subcategory, brand, origin, size, gender, priceMin, priceMax } = query
  const lowest = priceMin === undefined ? 0 : paise(priceMin)
  const beyond = priceMax === undefined ? Infinity : paise(priceMax) + 1
  const { prices, starts } = kinds
  const filters = [
    filterOf(kinds.category, category && [category]),
    filterOf(kinds.brand, brand?.split(',')),
    filterOf(kinds.origin, origin?.split(',')),
    filterOf(kinds.subcategories, subcategory && [subcategory]),
    filterOf(kinds.genders, gender && [gender.toLowerCase()]),
    filterOf(kinds.sizes, size?.split(',')),
    filterOf(kinds.sizes, query.inStock === 'true' ? anySize : undefined),
  ].filter((filter) => filter !== undefined)
  for (const at of mostSelective(starts.length - 1, filters)) {
    if (!filters.every(({ column, has }) => has[column.places[at] as number])) continue
    const kind = [starts[at] as number, starts[at + 1] as number] as const
    const [from, to] = [findFirstPrice(prices, kind, lowest), findFirstPrice(prices, kind, beyond)]
    if (to > from) yield { at, from, to }
  }
}

const paise = (rupees: string) => toPaise(Number(rupees) as Rupees)

const anySize = 'any'
type FilterValues = string[] | typeof anySize | '' | undefined

/** For each value of a column, whether it matches the filter. */
type Filter = { column: Column; has: boolean[] }

function filterOf(column: Column, filterValues: FilterValues): Filter | undefined {
  if (!filterValues) return undefined
  const has = column.values.map((value) =>
    filterValues === anySize ? value.length > 0 : value.some((item) => filterValues.includes(item)),
  )
  return { column, has }
}

/** The kinds to visit: those of the most selective filter, or all. */
function* mostSelective(count: number, filters: Filter[]): Iterable<number> {
  const sizeOf = (lists: Uint32Array[]) => lists.reduce((sum, list) => sum + list.length, 0)
  const [best] = filters.map(kindsOf).sort((left, right) => sizeOf(left) - sizeOf(right))
  if (best) for (const list of best) yield* list
  else for (let at = 0; at < count; at++) yield at
}

const kindsOf = ({ column: { ordered, ends }, has }: Filter): Uint32Array[] =>
  has.flatMap((isWanted, place) =>
    isWanted ? [ordered.subarray(ends[place - 1] ?? 0, ends[place])] : [],
  )

/** Binary search for the first price of a kind that is not below this price. */
function findFirstPrice(
  prices: Uint32Array,
  kind: readonly [from: number, to: number],
  price: number,
): number {
  let [low, high] = kind
  if (price === Infinity) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((prices[middle] as number) < price) low = middle + 1
    else high = middle
  }
  return low
}

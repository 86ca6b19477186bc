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
type Column = {
  values: string[][]
  places: Uint32Array
  /** All kinds, ordered by their place, and where those of each place end. */
  ordered: Uint32Array
  ends: Uint32Array
}

/** How many products of a list each size (in stock), brand id and origin has; prices in paise. */
export type Facets = {
  sizes: Map<string, number>
  brands: Map<string, number>
  origins: Map<string, number>
  lowest: number
  highest: number
}

/**
 * A kind is made of the products that no filter but the price's tells apart. Few large arrays of
 * numbers: one array for each of hundreds of thousands of kinds takes several times the memory.
 */
type Kinds = Record<ColumnName, Column> & {
  /** The prices of all kinds behind each other, those of each from the lowest up. */
  prices: Uint32Array
  /** Where the prices of each kind begin, and the end of the last. */
  starts: Uint32Array
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

/** Kinds that are read at once; other requests are answered in between. */
const kindsAtOnce = 1000

/** Between the values of a list. To parse arrays of the database takes ten times as long. */
const separator = '\u0001'

type KindRow = Record<ColumnName, string> & { prices: string }

/** Through a cursor: all rows at once would take many times the memory of what is kept of them. */
async function readKinds(db: Database): Promise<Kinds> {
  const columns = Object.fromEntries(columnNames.map((name) => [name, columnBuilder()])) as Record<
    ColumnName,
    ReturnType<typeof columnBuilder>
  >
  const prices = numbers()
  const starts = numbers()
  starts.push(0)
  await db.transaction(async (tx) => {
    // Grouped in memory instead of sorted on disk, and with one processor: the others serve customers.
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
    const fetchMore = sql`fetch ${sql.raw(String(kindsAtOnce))} from kinds`
    for (;;) {
      const { rows } = await tx.execute<KindRow>(fetchMore)
      for (const row of rows) {
        for (const name of columnNames) columns[name].add(row[name])
        for (const price of Uint32Array.from(row.prices.split(','), Number).sort()) {
          prices.push(price)
        }
        starts.push(prices.length())
      }
      if (rows.length < kindsAtOnce) break
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
      return { values, places: all, ...orderedBy(all, values.length) }
    },
  }
}

/** A counting sort of the kinds by their places. */
function orderedBy(places: Uint32Array, placeCount: number): Pick<Column, 'ordered' | 'ends'> {
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
  // What was the beginning of each place has moved to its end.
  return { ordered, ends: next.slice(0, placeCount) }
}

/** A list of whole numbers in four bytes each, of a length that is not known before. */
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

/** The kinds that fulfil the same conditions as `conditionsOf`, each with its range of `prices`. */
function* matching(kinds: Kinds, query: ListQuery) {
  const { category, subcategory, brand, origin, size, gender, priceMin, priceMax } = query
  const lowest = priceMin === undefined ? 0 : paise(priceMin)
  const beyond = priceMax === undefined ? Infinity : paise(priceMax) + 1
  const { prices, starts } = kinds
  const ofCategory = filterOf(kinds.category, category && [category])
  const ofBrand = filterOf(kinds.brand, brand?.split(','))
  const filters = [
    ofCategory,
    ofBrand,
    filterOf(kinds.origin, origin?.split(',')),
    filterOf(kinds.subcategories, subcategory && [subcategory]),
    filterOf(kinds.genders, gender && [gender.toLowerCase()]),
    filterOf(kinds.sizes, size?.split(',')),
    filterOf(kinds.sizes, query.inStock === 'true' ? anySize : undefined),
  ].filter((filter) => filter !== undefined)
  for (const at of fewest(starts.length - 1, ofCategory, ofBrand)) {
    if (!filters.every(({ column, has }) => has[column.places[at] as number])) continue
    const kind = [starts[at] as number, starts[at + 1] as number] as const
    const [from, to] = [below(prices, kind, lowest), below(prices, kind, beyond)]
    if (to > from) yield { at, from, to }
  }
}

const paise = (rupees: string) => toPaise(Number(rupees) as Rupees)

const anySize = 'any'
type Wanted = string[] | typeof anySize | '' | undefined

/** Which of the values of a column have something of what is wanted, by their places. */
type Filter = { column: Column; has: boolean[] }

function filterOf(column: Column, wanted: Wanted): Filter | undefined {
  if (!wanted) return undefined
  const has = column.values.map((value) =>
    wanted === anySize ? value.length > 0 : value.some((one) => wanted.includes(one)),
  )
  return { column, has }
}

/** The kinds to look at: those of the filter that leaves the fewest, or all. */
function* fewest(count: number, ...filters: (Filter | undefined)[]): Iterable<number> {
  const found = filters.flatMap((filter) => (filter ? [kindsOf(filter)] : []))
  const sizeOf = (lists: Uint32Array[]) => lists.reduce((sum, list) => sum + list.length, 0)
  const [best] = found.sort((one, other) => sizeOf(one) - sizeOf(other))
  if (best) for (const list of best) yield* list
  else for (let at = 0; at < count; at++) yield at
}

const kindsOf = ({ column: { ordered, ends }, has }: Filter): Uint32Array[] =>
  has.flatMap((isWanted, place) =>
    isWanted ? [ordered.subarray(ends[place - 1] ?? 0, ends[place])] : [],
  )

/** Where the prices of a kind reach this one. */
function below(
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

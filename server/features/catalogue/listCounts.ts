import { sql } from 'drizzle-orm'

import type { ListQuery } from '#contract/listing.ts'
import { type Rupees, toPaise } from '#contract/money.ts'
import { products } from '#server/database/catalogueTables.ts'
import type { Database } from '#server/database/connect.ts'
import { isOnSale } from '#server/database/selectProducts.ts'
import { log } from '#server/platform/log.ts'

/** A count may lag this much behind the catalogue, and never more than the second. */
const freshMs = 20_000
const longestMs = 60_000

/** What a list is narrowed by besides the price. */
const columnNames = ['category', 'brand', 'origin', 'subcategories', 'genders', 'sizes'] as const
type ColumnName = (typeof columnNames)[number]

/** The different values of a column, and by their places which of them each kind has. */
type Column = { values: string[][]; places: Uint32Array }

/** A kind is made of the products that no filter but the price's tells apart. */
type Kinds = Record<ColumnName, Column> & {
  /** Of each kind, from the lowest up. */
  prices: Uint32Array[]
}

/**
 * How many products each list has, without going through them: tens of thousands are some thousand
 * kinds, and in a kind only the price is looked for. The database takes a hundred times as long. As
 * long as no kinds are known, or they are too old, `count` gives nothing and the database is asked.
 */
export function listCounts() {
  let kinds: Kinds | undefined
  let readMs = -Infinity
  let isReading = false

  async function refresh(db: Database): Promise<void> {
    isReading = true
    try {
      const begunMs = Date.now()
      kinds = await readKinds(db)
      readMs = begunMs
    } catch (error) {
      log.error({ err: error }, 'The catalogue could not be counted')
    } finally {
      isReading = false
    }
  }

  return {
    refresh,
    count(db: Database, query: ListQuery): number | undefined {
      const age = Date.now() - readMs
      if (age > freshMs && !isReading) void refresh(db)
      return kinds && age <= longestMs ? countIn(kinds, query) : undefined
    },
  }
}

export type ListCounts = ReturnType<typeof listCounts>

type KindRow = Record<ColumnName, string[]> & { prices: string }

async function readKinds(db: Database): Promise<Kinds> {
  const { rows } = await db.execute<KindRow>(sql`
    select array[category_id] as category, array[brand_id] as brand, array[origin] as origin,
      subcategory_ids as subcategories, gender_ids as genders, sizes_in_stock as sizes,
      string_agg(price_paise::text, ',') as prices
    from ${products} where ${isOnSale}
    group by category_id, brand_id, products.origin, subcategory_ids, gender_ids, sizes_in_stock`)
  const columns = columnNames.map((name) => [name, columnOf(rows.map((row) => row[name]))] as const)
  return {
    ...(Object.fromEntries(columns) as Record<ColumnName, Column>),
    prices: rows.map(({ prices }) => Uint32Array.from(prices.split(','), Number).sort()),
  }
}

function columnOf(all: string[][]): Column {
  const placeOf = new Map<string, number>()
  const values: string[][] = []
  const places = all.map((value) => {
    const name = value.join('\0')
    const known = placeOf.get(name)
    if (known !== undefined) return known
    placeOf.set(name, values.length)
    return values.push(value) - 1
  })
  return { values, places: Uint32Array.from(places) }
}

/** The same as `conditionsOf` asks, of kinds instead of products. */
function countIn(kinds: Kinds, query: ListQuery): number {
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
  let count = 0
  for (let at = 0; at < isOut.length; at++) {
    const prices = kinds.prices[at]
    if (isOut[at] || !prices) continue
    count += Math.max(0, below(prices, beyond) - below(prices, lowest))
  }
  return count
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

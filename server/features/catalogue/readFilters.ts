import { and, sql } from 'drizzle-orm'

import type { ListQuery } from '#contract/listing.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import { products } from '#server/database/catalogueTables.ts'
import type { Database } from '#server/database/connect.ts'
import { keepFor } from '#server/platform/keepFor.ts'
import { conditionsOf } from './listConditions.ts'
import { inSizeOrder } from './sizeOrder.ts'

type Scope = Pick<ListQuery, 'category' | 'subcategory' | 'brand' | 'gender'>
type Filters = {
  size: string[]
  brands: { _id: string; name: string }[]
  origins: string[]
  min_price: number
  max_price: number
}

const keptMs = 60_000
const keepFilters = keepFor<Filters>(keptMs, 500)

/** What a shopper can narrow a list by. */
export function readFilters(db: Database, scope: Scope): Promise<Filters> {
  return keepFilters(JSON.stringify(scope), () => countFilters(db, scope))
}

async function countFilters(db: Database, scope: Scope): Promise<Filters> {
  const { rows } = await db.execute<{
    sizes: string[] | null
    brands: { _id: string; name: string }[] | null
    origins: string[] | null
    lowest: number | null
    highest: number | null
  }>(sql`
    with listed as materialized (
      select brand_id, origin, sizes_in_stock, price_paise
      from ${products} where ${and(...conditionsOf(scope))}
    )
    select
      (select array_agg(distinct size) from listed, unnest(sizes_in_stock) size) as sizes,
      (select jsonb_agg(jsonb_build_object('_id', b.id, 'name', b.name) order by lower(b.name))
        from brands b where b.id in (select brand_id from listed)) as brands,
      (select array_agg(distinct origin::text order by origin::text) from listed) as origins,
      (select min(price_paise) from listed) as lowest,
      (select max(price_paise) from listed) as highest`)
  const [found] = rows
  return {
    size: inSizeOrder(found?.sizes ?? []),
    brands: found?.brands ?? [],
    origins: found?.origins ?? [],
    min_price: toRupees((found?.lowest ?? 0) as Paise),
    max_price: toRupees((found?.highest ?? 0) as Paise),
  }
}

import { sql } from 'drizzle-orm'

import { cityPopularity, productPopularity } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const hourMs = 60 * 60 * 1000

/** Runs in every process; concurrent runs write the same rows. */
export const startPopularity = (db: Database) => repeat(hourMs, () => countPopularity(db))

/** An order says more about a product than a bag, and a bag more than a wishlist. */
const weights = { order: 10, bag: 3, wishlist: 1 }
/** After this many days an event counts half. */
const halfLifeDays = 14
const countedDays = 90

/** "Trending in …" counts orders of this many days. */
const trendingDays = 30
/** So that a list does not show what a neighbour bought. */
const minCustomers = 3
const maxPerCity = 48

/** How much an event counts, by its age. */
const decay = (at: string) =>
  sql.raw(`power(0.5, extract(epoch from now - ${at}) / ${halfLifeDays * 86_400})`)

const isOrderSince = (now: Date, days: number) => sql`o.state = 'placed' and o.status <> 'Cancelled'
  and o.created_at > ${now}::timestamptz - ${sql.raw(`interval '${days} days'`)}`

/** Scores products by what shoppers ordered and saved, for "Recommended", "Popular" and "Trending in …". */
export async function countPopularity(db: Database): Promise<void> {
  const now = clock.now()
  await scoreProducts(db, now)
  await scoreByCity(db, now)
}

async function scoreProducts(db: Database, now: Date): Promise<void> {
  const isCounted = isOrderSince(now, countedDays)
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      with moment as (select ${now}::timestamptz as now),
      events as (
        select l.product_id, l.quantity * ${sql.raw(String(weights.order))} * ${decay('o.created_at')} as points
        from moment, orders o join order_lines l on l.order_id = o.id
        where ${isCounted}
        union all
        select product_id, ${sql.raw(String(weights.bag))} from cart_lines
        union all
        select product_id, ${sql.raw(String(weights.wishlist))} * ${decay('w.added_at')}
        from moment, wishlist_lines w
      )
      insert into ${productPopularity} (product_id, score)
      select product_id, sum(points) from events group by product_id order by product_id
      on conflict (product_id) do update set score = excluded.score`)
    // Products without such events lose their score.
    await tx.execute(sql`
      update ${productPopularity} p set score = 0
      where score > 0
        and not exists (select 1 from cart_lines c where c.product_id = p.product_id)
        and not exists (select 1 from wishlist_lines w where w.product_id = p.product_id)
        and not exists (
          select 1 from order_lines l join orders o on o.id = l.order_id
          where l.product_id = p.product_id and ${isCounted})`)
  })
}

/** Scores what customers ordered to each city. */
async function scoreByCity(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // One process at a time, because all rows are replaced; readers do not wait.
    await tx.execute(sql`lock table ${cityPopularity} in share row exclusive mode`)
    await tx.delete(cityPopularity)
    await tx.execute(sql`
      with moment as (select ${now}::timestamptz as now),
      sold as (
        select lower(trim(o.address->>'city')) as city, l.product_id,
          sum(l.quantity * ${decay('o.created_at')}) as score, count(distinct o.user_id) as customers
        from moment, orders o join order_lines l on l.order_id = o.id
        where ${isOrderSince(now, trendingDays)}
        group by 1, 2
      ),
      ranked as (
        select *, row_number() over (partition by city order by score desc, product_id) as place
        from sold where customers >= ${minCustomers}
      )
      insert into ${cityPopularity} (city, product_id, score)
      select city, product_id, score from ranked where place <= ${maxPerCity}`)
  })
}

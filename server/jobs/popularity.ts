import { sql } from 'drizzle-orm'

import { cityPopularity, productPopularity, products } from '#server/database/schema/catalogue.ts'
import * as rules from '#contract/rules.ts'
import { isPublished } from '#server/commerce/catalogue/products.ts'
import type { Database } from '#server/database/client/connect.ts'
import { clock, hourMs } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

/** Runs in every process. */
export const startPopularity = (db: Database) => repeat(hourMs, () => countPopularity(db))

/** An order says more about a product than a bag, and a bag more than a wishlist. */
const weights = { order: 10, cart: 3, wishlist: 1 }
/** After this many days an event counts half. */
const halfLifeDays = 14
const countedDays = 90

/** How much an event counts, by its age. */
const decay = (at: string) =>
  sql.raw(`power(0.5, extract(epoch from now - ${at}) / ${halfLifeDays * 86_400})`)

const isOrderSince = (
  now: Date,
  days: number,
) => sql`o.checkout_status = 'completed' and o.status <> 'Cancelled'
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
        select l.product_id, l.quantity * ${sql.raw(String(weights.order))} * ${decay('o.created_at')} as points,
          true as is_sold
        from moment, orders o join order_lines l on l.order_id = o.id
        where ${isCounted}
        union all
        select product_id, ${sql.raw(String(weights.cart))}, false from cart_lines
        union all
        select product_id, ${sql.raw(String(weights.wishlist))} * ${decay('w.added_at')}, false
        from moment, wishlist_lines w
      )
      insert into ${productPopularity} (product_id, score, is_sold)
      select product_id, sum(points), bool_or(is_sold) from events group by product_id order by product_id
      on conflict (product_id) do update set score = excluded.score, is_sold = excluded.is_sold`)
    // Products without such events lose their score.
    await tx.execute(sql`
      update ${productPopularity} p set score = 0, is_sold = false
      where score > 0
        and not exists (select 1 from cart_lines c where c.product_id = p.product_id)
        and not exists (select 1 from wishlist_lines w where w.product_id = p.product_id)
        and not exists (
          select 1 from order_lines l join orders o on o.id = l.order_id
          where l.product_id = p.product_id and ${isCounted})`)
  })
}

/** Key of the advisory lock; an arbitrary number that must not change between versions. */
const cityLock = 7_204_118

/** Scores what customers ordered to each city. If another process is doing so, there is nothing to do. */
async function scoreByCity(db: Database, now: Date): Promise<void> {
  const { days, minCustomers, maxProducts } = rules.trendingProducts
  await db.transaction(async (tx) => {
    const lock = sql`select pg_try_advisory_xact_lock(${cityLock}) as "isOurs"`
    const { rows } = await tx.execute<{ isOurs: boolean }>(lock)
    if (!rows[0]?.isOurs) return
    await tx.delete(cityPopularity)
    await tx.execute(sql`
      with moment as (select ${now}::timestamptz as now),
      sold as (
        select lower(trim(o.address->>'city')) as city, l.product_id,
          sum(l.quantity * ${decay('o.created_at')}) as score, count(distinct o.user_id) as customers
        from moment, orders o join order_lines l on l.order_id = o.id
        where ${isOrderSince(now, days)}
        group by 1, 2
      ),
      ranked as (
        select sold.*, row_number() over (
          partition by city, products.gender_ids order by score desc, product_id) as rank
        from sold join ${products} on products.id = product_id
        where ${isPublished} and customers >= ${minCustomers}
      )
      insert into ${cityPopularity} (city, product_id, score)
      select city, product_id, score from ranked where rank <= ${maxProducts}`)
  })
}

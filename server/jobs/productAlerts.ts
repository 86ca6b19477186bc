import { lowerSizeText } from '#contract/catalogue/stock.ts'
import { and, eq, exists, gte, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'

import { productPath } from '#contract/pages/paths.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { productAlerts, pushSubscriptions } from '#server/database/schema/notifications.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { isOpenNow } from '#server/commerce/delivery/openWarehouses.ts'
import { isPublished } from '#server/commerce/catalogue/products.ts'
import { users } from '#server/database/schema/users.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { enqueueSms, type QueuedAlert } from '#server/platform/messaging/smsQueue.ts'
import { enqueuePush } from '#server/platform/push/pushQueue.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import { finishJob } from './claimJobs.ts'

const pauseMs = 15_000
const batchSize = 100

/** Polls stock and prices, so that changes from any source (orders, imports, the command line) are noticed. */
export const startProductAlerts = (db: Database) =>
  repeat(pauseMs, async () => {
    await watchWishlists(db)
    while ((await sendProductAlerts(db)) === batchSize);
  })

/** Creates price alerts for the wishlist items of users who have subscribed to price drops. */
export async function watchWishlists(db: Database): Promise<void> {
  await db.execute(sql`
    insert into ${productAlerts} (user_id, product_id, kind, price_paise, created_at)
    select w.user_id, w.product_id, 'price', p.price_paise, ${clock.now().toISOString()}::timestamptz
    from ${wishlistLines} w join ${products} p on p.id = w.product_id
    where w.user_id in (select user_id from ${pushSubscriptions} where 'price' = any(topics))
    on conflict do nothing`)
}

/**
 * Enqueues pushes for products that are back in stock (once) or have become cheaper (each time). Alert and
 * push are updated in one transaction, and alerts that another process has locked are skipped. An alert of a
 * user without a subscribed browser stays open, unless it is sent as a text message. Returns the number of alerts, at most `batchSize`.
 */
export function sendProductAlerts(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await readDue(tx)
    const now = clock.now()
    for (const { alert, product, contactNumber } of due) {
      const text = pushText(alert, product.name)
      const path = productPath(alert.productId)
      const queued = { id: alert.id, at: now.getTime() }
      const cause = `${causesOf(queued)}${alert.pricePaise}`
      await enqueuePush(tx, {
        userId: alert.userId,
        topic: alert.kind,
        text: { ...text, path },
        alert: queued,
        cause,
      })
      if (!alert.isBySms || !contactNumber) continue
      await enqueueSms(tx, {
        to: contactNumber,
        text: text.body,
        path,
        waitsForMorning: true,
        alert: queued,
        cause: `${cause}:sms`,
      })
    }
    const ids = due.map(({ alert }) => alert.id)
    const isSent = inArray(productAlerts.id, ids)
    await tx
      .update(productAlerts)
      .set({ sentAt: now })
      .where(and(isSent, eq(productAlerts.kind, 'restock')))
    // The next alert is for a price below the current one.
    await tx
      .update(productAlerts)
      .set({ pricePaise: products.pricePaise, createdAt: now })
      .from(products)
      .where(and(isSent, eq(productAlerts.kind, 'price'), eq(products.id, productAlerts.productId)))
    return due.length
  })
}

/** The causes of all messages that were queued for an alert together begin with it. */
const causesOf = ({ id, at }: QueuedAlert) => `notice:${id}:${at}:`

const isBackInStock = sql<boolean>`exists (
  select from ${stockLevels} l join ${warehouses} on warehouses.id = l.warehouse_id
  where l.product_id = ${productAlerts.productId} and l.on_hand > 0
    and ${productAlerts.size} in ('', l.size)
    and (${productAlerts.warehouseId} is null or ${productAlerts.warehouseId} = l.warehouse_id)
    and ${isOpenNow})`
/** The alert has the price that was pushed. */
const isStillCheaper = sql<boolean>`${products.pricePaise} <= ${productAlerts.pricePaise}`
const isCheaper = sql`${products.pricePaise} < ${productAlerts.pricePaise}`

/** When the messages of an alert were queued last: a price alert stays open, and begins anew with each price. */
const queuedAt = sql`coalesce(${productAlerts.sentAt}, ${productAlerts.createdAt})`

const notTrue = 'no longer true'

/**
 * Drops a message about a product that is no longer true when it is to be sent, which can be hours later, or whose alert
 * was removed or requested again meanwhile. If no other message of the alert was sent or is waiting, the alert waits for
 * the next time. Returns whether it was dropped.
 */
export async function dropIfUntrue(
  db: Database,
  { jobId, alert }: { jobId: string; alert: QueuedAlert },
): Promise<boolean> {
  const isCurrent = and(
    eq(productAlerts.id, alert.id),
    sql`${queuedAt} = ${new Date(alert.at).toISOString()}::timestamptz`,
  )
  const [current] = await db
    .select({ kind: productAlerts.kind, isBackInStock, isStillCheaper, now: products.pricePaise })
    .from(productAlerts)
    .innerJoin(products, eq(products.id, productAlerts.productId))
    .where(and(isCurrent, isPublished))
  const isOfPrice = current?.kind === 'price'
  if (current && (isOfPrice ? current.isStillCheaper : current.isBackInStock)) return false
  if (current) {
    // Marked first: the last one of several messages that are dropped at the same time sees that all were.
    await db.update(jobs).set({ failure: notTrue }).where(eq(jobs.id, jobId))
    const again = isOfPrice ? { pricePaise: current.now } : { sentAt: null }
    await db
      .update(productAlerts)
      .set({ ...again, createdAt: clock.now() })
      .where(and(isCurrent, notExists(sentOrWaiting(db, alert))))
  }
  await finishJob(db, jobId, notTrue)
  return true
}

/** The messages of an alert that were not dropped. */
const sentOrWaiting = (db: Database, alert: QueuedAlert) =>
  db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        gte(jobs.cause, causesOf(alert)),
        lt(jobs.cause, `${causesOf(alert)}~`),
        isNull(jobs.failure),
      ),
    )

function readDue(tx: Database) {
  const listening = tx
    .select({ one: sql`1` })
    .from(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.userId, productAlerts.userId),
        sql`${productAlerts.kind} = any(${pushSubscriptions.topics})`,
      ),
    )
  return tx
    .select({
      alert: productAlerts,
      product: { name: products.name },
      contactNumber: users.contactNumber,
    })
    .from(productAlerts)
    .innerJoin(users, eq(users.id, productAlerts.userId))
    .innerJoin(products, eq(products.id, productAlerts.productId))
    .where(
      and(
        isNull(productAlerts.sentAt),
        isPublished,
        or(
          and(eq(productAlerts.kind, 'restock'), isBackInStock),
          and(eq(productAlerts.kind, 'price'), isCheaper),
        ),
        or(productAlerts.isBySms, exists(listening)),
      ),
    )
    .limit(batchSize)
    .for('update', { of: productAlerts, skipLocked: true })
}

type AlertText = Pick<typeof productAlerts.$inferSelect, 'kind' | 'size' | 'productId'>

function pushText({ kind, size, productId }: AlertText, name: string) {
  if (kind === 'price') {
    return {
      title: 'Price drop',
      body: `The price of ${name} has dropped.`,
      tag: `price-${productId}`,
    }
  }
  const what = size ? `${name} in ${lowerSizeText(size)}` : name
  return { title: 'Back in stock', body: `${what} is back in stock.`, tag: `restock-${productId}` }
}

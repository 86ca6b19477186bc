import { lowerSizeText } from '#contract/catalogue/stock.ts'
import { and, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm'

import { productPath } from '#contract/paths.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { productAlerts, pushSubscriptions } from '#server/database/schema/notifications.ts'
import { isOpenNow } from '#server/commerce/openWarehouses.ts'
import { isPublished } from '#server/commerce/products.ts'
import { users } from '#server/database/schema/users.ts'
import { wishlistLines } from '#server/database/schema/carts.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { enqueueSms } from '#server/platform/messaging/smsQueue.ts'
import { enqueuePush } from '#server/platform/push/pushQueue.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

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
    for (const { alert, product, contactNumber } of due) {
      const text = pushText(alert, product.name)
      const path = productPath(alert.productId)
      const cause = `notice:${alert.id}:${alert.createdAt.getTime()}:${alert.pricePaise}`
      await enqueuePush(tx, {
        userId: alert.userId,
        topic: alert.kind,
        text: { ...text, path },
        alertId: alert.id,
        cause,
      })
      if (!alert.isBySms || !contactNumber) continue
      await enqueueSms(tx, {
        to: contactNumber,
        text: text.body,
        path,
        waitsForMorning: true,
        alertId: alert.id,
        cause: `sms:${cause}`,
      })
    }
    const ids = due.map(({ alert }) => alert.id)
    const isSent = inArray(productAlerts.id, ids)
    const now = clock.now()
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

const isBackInStock = sql<boolean>`exists (
  select from ${stockLevels} l join ${warehouses} on warehouses.id = l.warehouse_id
  where l.product_id = ${productAlerts.productId} and l.on_hand > 0
    and ${productAlerts.size} in ('', l.size)
    and (${productAlerts.warehouseId} is null or ${productAlerts.warehouseId} = l.warehouse_id)
    and ${isOpenNow})`
/** The alert has the price that was pushed. */
const isStillCheaper = sql<boolean>`${products.pricePaise} <= ${productAlerts.pricePaise}`
const isCheaper = sql`${products.pricePaise} < ${productAlerts.pricePaise}`

/**
 * Whether what a message says about a product is still true when it is sent, which can be hours later. If it is not, or
 * the alert was removed meanwhile, the message is dropped, and the alert waits for the next time.
 */
export async function isAlertTrue(db: Database, alertId: string): Promise<boolean> {
  const [alert] = await db
    .select({ kind: productAlerts.kind, isBackInStock, isStillCheaper, now: products.pricePaise })
    .from(productAlerts)
    .innerJoin(products, eq(products.id, productAlerts.productId))
    .where(and(eq(productAlerts.id, alertId), isPublished))
  if (!alert) return false
  const isTrue = alert.kind === 'price' ? alert.isStillCheaper : alert.isBackInStock
  if (isTrue) return true
  const again = alert.kind === 'price' ? { pricePaise: alert.now } : { sentAt: null }
  await db
    .update(productAlerts)
    .set({ ...again, createdAt: clock.now() })
    .where(eq(productAlerts.id, alertId))
  return false
}

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

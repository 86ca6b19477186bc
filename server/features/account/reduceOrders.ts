import { eq, inArray, or, sql } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { invoices } from '#server/database/invoiceTables.ts'
import { orderLines, orders } from '#server/database/orderTables.ts'
import { payments, webhookEvents } from '#server/database/paymentTables.ts'

/** Takes the person out of orders: city and state stay, since the tax goes by them. */
export async function reduceOrders(tx: Database, userId: string): Promise<void> {
  const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  const isTheirs = inArray(invoices.orderId, theirs)
  await dropWebhooks(tx, userId)
  await tx
    .update(orderLines)
    .set({ returnPhotos: [], returnReason: null, exchangeReason: null })
    .where(inArray(orderLines.orderId, theirs))
  await tx
    .update(invoices)
    .set({
      content: sql`jsonb_set(${invoices.content}, '{buyer}',
        '{"name": "", "address": "", "gstin": null}'::jsonb, false)`,
    })
    .where(isTheirs)
  await tx.update(payments).set({ linkUrl: null }).where(inArray(payments.orderId, theirs))
  await tx
    .update(orders)
    .set({
      address: sql`${orders.address} || '{"_id": "", "street": "", "latitude": "", "longitude": ""}'::jsonb`,
      addressId: null,
      receiverName: null,
      receiverContactNumber: null,
    })
    .where(eq(orders.userId, userId))
}

/** What a provider told of their payments has names and numbers in it; that it told it is kept. */
async function dropWebhooks(tx: Database, userId: string) {
  const paid = await tx
    .select({ order: payments.providerOrderId, payment: payments.providerPaymentId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(orders.userId, userId))
  const ids = paid.flatMap(({ order, payment }) => [order, payment]).filter((id) => id !== null)
  if (ids.length === 0) return
  const names = ids.map((id) => sql`${webhookEvents.body}::text like ${`%"${id}"%`}`)
  await tx
    .update(webhookEvents)
    .set({ body: {} })
    .where(or(...names))
}

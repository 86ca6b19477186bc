import { and, eq, inArray, isNull } from 'drizzle-orm'

import { cartLines, coupons } from '#server/database/schema/carts.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { invoices, orders } from '#server/database/schema/orders.ts'
import { jobs } from '#server/database/schema/operations.ts'
import {
  payments,
  refunds,
  sandboxEvents,
  sandboxObjects,
} from '#server/database/schema/payments.ts'

/** The customers and the product; nobody else has ordered it. */
export type OrderOwner = { userId: string; productId: string; couponId?: string }

/** All effects of a customer's orders: stock, payments here and at the provider, invoices. */
export async function orderEffects(db: Database, { userId, productId, couponId = '' }: OrderOwner) {
  const placed = await db.select().from(orders).where(eq(orders.userId, userId))
  const ids = placed.map(({ id }) => id)
  const paid = await db.select().from(payments).where(inArray(payments.orderId, ids))
  const refundRows = await db.select().from(refunds).where(inArray(refunds.orderId, ids))
  const providerRefunds = await db
    .select()
    .from(sandboxObjects)
    .where(eq(sandboxObjects.kind, 'refund'))
  const isRefundOfOrder = ({ parentId }: (typeof providerRefunds)[number]) =>
    paid.some(
      ({ providerPaymentId }) => providerPaymentId !== null && providerPaymentId === parentId,
    )
  const [stockRow] = await db
    .select()
    .from(stockLevels)
    .where(and(eq(stockLevels.productId, productId), eq(stockLevels.size, 'M')))
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, couponId))
  return {
    orders: sorted(placed.map((one) => [one.checkoutStatus, one.status, one.paymentStatus])),
    payments: sorted(paid.map((one) => [one.kind, one.status, one.amountPaise])),
    refunds: sorted(refundRows.map((one) => [one.reason, one.status, one.amountPaise])),
    refundsAtProvider: providerRefunds.filter(isRefundOfOrder).length,
    onHand: stockRow?.onHand,
    couponUses: coupon?.used ?? 0,
    inCart: await db.$count(cartLines, eq(cartLines.userId, userId)),
    invoiceCount: await db.$count(invoices, inArray(invoices.orderId, ids)),
  }
}

export type Effects = Awaited<ReturnType<typeof orderEffects>>

const sorted = (rows: unknown[][]) => rows.map((row) => row.join(' ')).toSorted()

/** What is still queued: pushes, calls to the payment provider, and its webhooks. */
export async function readUnsent(db: Database) {
  const isOwed = and(eq(refunds.status, 'pending'), eq(payments.provider, 'sandbox'))
  const dueRefunds = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isOwed)
  return {
    pushes: await db.$count(jobs, isNull(jobs.doneAt)),
    refunds: dueRefunds.length,
    webhooks: await db.$count(sandboxEvents, isNull(sandboxEvents.deliveredAt)),
  }
}

export const noneUnsent = { pushes: 0, refunds: 0, webhooks: 0 }

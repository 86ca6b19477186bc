import { and, eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { releaseCoupon } from './coupons.ts'
import { releaseStock, orderStockItems } from './stock.ts'

/**
 * Expires an order that was not paid in time and releases its stock and its coupon. A later payment
 * reserves them again if they are still available. Returns false if the order was not awaiting
 * payment.
 */
export async function releaseReservation(tx: Database, orderId: string): Promise<boolean> {
  const [expired] = await tx
    .update(orders)
    .set({ state: 'expired', holdUntil: null })
    .where(and(eq(orders.id, orderId), eq(orders.state, 'awaiting_payment')))
    .returning({ id: orders.id })
  if (!expired) return false
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  await releaseStock(tx, orderStockItems(lines), { reason: 'hold_expired', reference: orderId })
  await releaseCoupon(tx, orderId)
  return true
}

import { and, eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { releaseCoupon } from './coupons.ts'
import { releaseStock, orderStockItems } from './stock.ts'

/**
 * An order that was not paid in time lets go of its pieces and its coupon. It can still be paid:
 * then it takes them again, if they are there. False where it was not waiting any more.
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

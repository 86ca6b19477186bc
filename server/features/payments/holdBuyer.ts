import { and, eq } from 'drizzle-orm'

import { carts } from '#server/database/cartTables.ts'
import type { Database } from '#server/database/connect.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'

/**
 * What the provider's order was made for, and the bag of who made it, held in the order in which
 * everybody holds them: bag, order, then the shelves.
 */
export async function holdBuyer(tx: Database, providerOrderId: string) {
  const [named] = await tx
    .select({ orderId: payments.orderId, userId: orders.userId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.providerOrderId, providerOrderId), eq(payments.kind, 'checkout')))
  if (!named) return undefined
  await tx.select().from(carts).where(eq(carts.userId, named.userId)).for('update')
  const [order] = await tx.select().from(orders).where(eq(orders.id, named.orderId)).for('update')
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.providerOrderId, providerOrderId))
  return order && payment ? { order, payment } : undefined
}

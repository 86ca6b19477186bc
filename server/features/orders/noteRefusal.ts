import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { orders } from '#server/database/orderTables.ts'
import { clock } from '#server/platform/clock.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { holdOrder } from './moveOrder.ts'
import { noSuchOrder } from './readOrders.ts'

/**
 * Writes down that an order was not taken at the door, where it was to be paid. It is on the way as
 * before, as it may be brought again: orders know no move from there but to Delivered.
 */
export function noteRefusal(db: Database, orderNumber: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [found] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.orderNumber, orderNumber.trim().toUpperCase()))
    if (!found) throw noSuchOrder()
    const order = await holdOrder(tx, found.id)
    const { status, paymentMethod, paymentStatus, refusedAt } = order
    if (paymentMethod !== 'Cash on delivery' || paymentStatus === 'paid') {
      throw refusal('This order is not to be paid at the door')
    }
    if (status !== 'On the way') throw refusal(`This order is ${status}, not at the door`)
    if (refusedAt) throw refusal('This is written down already')
    await tx.update(orders).set({ refusedAt: clock.now() }).where(eq(orders.id, order.id))
  })
}

const refusal = (sentence: string) => new StoreError('not_allowed_now', sentence)

import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { orders } from '#server/database/orderTables.ts'
import { clock } from '#server/platform/clock.ts'
import { moveOrder } from './moveOrder.ts'

/**
 * Ends an order that nobody took at the door: it is cancelled, its items are in stock again, and what
 * was paid is refunded. Orders to be paid in cash count against their customer and their address
 * (`platform/cashRefusal.ts`).
 *
 * @throws StoreError 'not_allowed_now' if it is not with the courier
 */
export function refuseAtDoor(db: Database, orderId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await moveOrder(tx, { orderId, to: 'Cancelled', by: 'courier', isRefusedAtDoor: true })
    await tx.update(orders).set({ refusedAt: clock.now() }).where(eq(orders.id, orderId))
  })
}

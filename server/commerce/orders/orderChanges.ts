import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { orderChange, orders } from '#server/database/schema/orders.ts'

/**
 * Marks an order as changed, so that open pages read it again, after a change of a row that belongs
 * to it. A change of the order's own row marks it anyway.
 */
export async function markOrderChanged(tx: Database, orderId: string): Promise<void> {
  await tx.update(orders).set({ changedAt: orderChange() }).where(eq(orders.id, orderId))
}

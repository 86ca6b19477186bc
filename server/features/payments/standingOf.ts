import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import type { orders } from '#server/database/orderTables.ts'
import { refunds } from '#server/database/paymentTables.ts'

/** How an order stands that was paid. `refunded` was paid too late, `wrong` with another sum. */
export type Standing = 'paid' | 'refunded' | 'wrong' | 'cancelled'

type OrderRow = typeof orders.$inferSelect

/** An order that is called off says why in what went back for it. */
export async function standingOf(
  db: Database,
  { id, status }: Pick<OrderRow, 'id' | 'status'>,
): Promise<Standing> {
  if (status !== 'Cancelled') return 'paid'
  const back = await db
    .select({ reason: refunds.reason })
    .from(refunds)
    .where(eq(refunds.orderId, id))
  const isFor = (wanted: (typeof back)[number]['reason']) =>
    back.some(({ reason }) => reason === wanted)
  if (isFor('late_payment')) return 'refunded'
  return isFor('wrong_amount') ? 'wrong' : 'cancelled'
}

import { and, asc, eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments, refunds } from '#server/database/paymentTables.ts'
import { users } from '#server/database/userTables.ts'
import { clock } from '#server/platform/clock.ts'

/** What was paid at the door and has to be handed back, by whom no provider is asked; the oldest first. */
export function readCashOwed(db: Database) {
  return db
    .select({
      id: refunds.id,
      orderId: refunds.orderId,
      orderNumber: orders.orderNumber,
      amountPaise: refunds.amountPaise,
      contactNumber: users.contactNumber,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(refunds.status, 'pending'), eq(payments.provider, 'cash')))
    .orderBy(asc(refunds.createdAt))
}

/** Writes down that cash was handed back. Gives whether it was owed. */
export async function payOutCash(db: Database, refundId: string): Promise<boolean> {
  const owed = (await readCashOwed(db)).some(({ id }) => id === refundId)
  if (!owed) return false
  const paid = await db
    .update(refunds)
    .set({ status: 'processed', settledAt: clock.now() })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
    .returning({ id: refunds.id })
  return paid.length > 0
}

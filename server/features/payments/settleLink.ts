import { and, eq, inArray } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import type { ProviderPayment } from '#server/platform/paymentProvider.ts'
import { refundPayment } from '#server/platform/refunds.ts'

type Paid = Pick<ProviderPayment, 'id' | 'amount' | 'method'>

/**
 * An order that was to be paid at the door was paid by its link. Where it was paid or cancelled
 * meanwhile, this payment goes back.
 */
export function settleLink(db: Database, linkId: string, paid: Paid): Promise<void> {
  return inTransaction(db, async (tx) => {
    const isLink = and(eq(payments.providerOrderId, linkId), eq(payments.kind, 'link'))
    const [named] = await tx.select().from(payments).where(isLink)
    if (!named) return
    const [order] = await tx.select().from(orders).where(eq(orders.id, named.orderId)).for('update')
    const [link] = await tx
      .update(payments)
      .set({
        status: 'captured',
        providerPaymentId: paid.id,
        method: paid.method ?? null,
        capturedAt: clock.now(),
      })
      .where(and(isLink, inArray(payments.status, ['created', 'cancelled'])))
      .returning()
    if (!order || !link) return
    const isWanted = order.paymentStatus === 'Pending' && order.status !== 'Cancelled'
    if (!isWanted || paid.amount !== order.totalPaise) return refundPayment(tx, link)
    await tx.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.id, order.id))
    const isAtDoor = and(eq(payments.orderId, order.id), eq(payments.kind, 'on_delivery'))
    await tx.update(payments).set({ status: 'cancelled' }).where(isAtDoor)
  })
}

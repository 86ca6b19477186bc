import { and, eq, inArray } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { log } from '#server/platform/log.ts'
import type { ProviderPayment } from '#server/platform/paymentProvider.ts'
import { refundPayment } from '#server/platform/refunds.ts'
import { payAgain } from './payAgain.ts'
import { isAsked } from './settlePayment.ts'

type Paid = Pick<ProviderPayment, 'id' | 'amount' | 'currency' | 'method'>
type OrderRow = typeof orders.$inferSelect

/**
 * An order that was to be paid at the door was paid by its link. Where it was paid or cancelled
 * meanwhile, or with another sum than was asked for, this payment goes back.
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
        amountPaise: paid.amount,
        currency: paid.currency,
        providerPaymentId: paid.id,
        method: paid.method ?? null,
        capturedAt: clock.now(),
        askAt: clock.later(rules.payment.askPaidMs),
      })
      .where(and(isLink, inArray(payments.status, ['created', 'cancelled'])))
      .returning()
    if (order && link) return payBy(tx, order, { id: link.id, paid })
    const [known] = await tx.select().from(payments).where(isLink)
    if (known && known.providerPaymentId !== paid.id) await payAgain(tx, known, paid)
  })
}

async function payBy(tx: Database, order: OrderRow, { id, paid }: { id: string; paid: Paid }) {
  const link = { id, orderId: order.id, amountPaise: paid.amount }
  const isWanted = order.paymentStatus === 'Pending' && order.status !== 'Cancelled'
  if (!isWanted) return refundPayment(tx, link, 'paid_twice')
  if (!isAsked({ amountPaise: order.totalPaise }, paid)) {
    log.error({ orderId: order.id }, 'A link was paid with another sum; it goes back')
    return refundPayment(tx, link, 'not_asked')
  }
  await tx.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.id, order.id))
  const isAtDoor = and(eq(payments.orderId, order.id), eq(payments.kind, 'on_delivery'))
  await tx.update(payments).set({ status: 'cancelled' }).where(isAtDoor)
}

import { and, eq } from 'drizzle-orm'

import type { ErrorCode } from '#contract/errors.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { log } from '#server/platform/log.ts'
import type { ProviderPayment } from '#server/platform/paymentProvider.ts'
import { refundPayment } from '#server/platform/refunds.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { holdBuyer } from './holdBuyer.ts'
import { callOffLate, placePaid, takeAgain } from './placePaid.ts'

export type OrderRow = typeof orders.$inferSelect
export type PaymentRow = typeof payments.$inferSelect

/** What became of a captured payment. `unknown` is none of ours, `wrong` not what was asked for. */
export type Settled = 'paid' | 'refunded' | 'unknown' | 'wrong'

/**
 * A payment that the provider has captured, however and however often we hear of it: its order is
 * placed, once. Too late, it is placed if its pieces are still there, else all goes back.
 */
export function settlePayment(db: Database, captured: ProviderPayment): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    const found = await holdBuyer(tx, captured.order_id ?? '')
    if (!found) return 'unknown'
    const { order, payment } = found
    if (payment.providerPaymentId === captured.id) return standingOf(order)
    if (captured.amount !== payment.amountPaise || captured.currency !== 'INR') {
      log.error({ orderId: order.id }, 'Another amount was captured than was asked for')
      return 'wrong'
    }
    if (order.state === 'placed') return payAgain(tx, payment, captured)
    await capture(tx, payment, captured)
    return order.state === 'expired' ? placeLate(tx, order, captured) : place(tx, order, captured)
  })
}

/** A payment that is settled already. */
const standingOf = ({ status, refundedPaise, totalPaise }: OrderRow): Settled =>
  status === 'Cancelled' && refundedPaise === totalPaise ? 'refunded' : 'paid'

async function capture(
  tx: Database,
  { id }: PaymentRow,
  { id: paymentId, method }: ProviderPayment,
) {
  await tx
    .update(payments)
    .set({
      status: 'captured',
      providerPaymentId: paymentId,
      method: method ?? null,
      capturedAt: clock.now(),
    })
    .where(eq(payments.id, id))
}

async function place(tx: Database, order: OrderRow, captured: ProviderPayment): Promise<Settled> {
  await placePaid(tx, order, captured)
  return 'paid'
}

/** The last piece is gone, the coupon was used for another order, or the shopper has left. */
const tooLate = new Set<ErrorCode>(['out_of_stock', 'coupon_not_applicable', 'not_found'])

async function placeLate(tx: Database, order: OrderRow, captured: ProviderPayment) {
  try {
    await tx.transaction((savepoint) => takeAgain(savepoint, order, captured.id))
  } catch (error) {
    if (!(error instanceof StoreError) || !tooLate.has(error.code)) throw error
    await callOffLate(tx, order, captured)
    return 'refunded' as const
  }
  return place(tx, order, captured)
}

/** The order is paid already, by another payment: this one goes back, and the order stays. */
async function payAgain(tx: Database, payment: PaymentRow, captured: ProviderPayment) {
  const [again] = await tx
    .insert(payments)
    .values({
      orderId: payment.orderId,
      provider: payment.provider,
      kind: payment.kind,
      status: 'captured',
      amountPaise: captured.amount,
      providerPaymentId: captured.id,
      method: captured.method ?? null,
      createdAt: clock.now(),
      capturedAt: clock.now(),
    })
    .onConflictDoNothing({ target: payments.providerPaymentId })
    .returning()
  if (again) await refundPayment(tx, again)
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, payment.orderId)))
  return order ? standingOf(order) : 'unknown'
}

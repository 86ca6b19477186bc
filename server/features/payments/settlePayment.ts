import { eq } from 'drizzle-orm'

import type { ErrorCode } from '#contract/errors.ts'
import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import type { orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { log } from '#server/platform/log.ts'
import type { ProviderPayment } from '#server/platform/paymentProvider.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { holdBuyer } from './holdBuyer.ts'
import { payAgain } from './payAgain.ts'
import { callOff, placePaid, takeAgain } from './placePaid.ts'
import { type Standing, standingOf } from './standingOf.ts'

export type OrderRow = typeof orders.$inferSelect
export type PaymentRow = typeof payments.$inferSelect

/** What became of a captured payment. `unknown` is none of ours. */
export type Settled = Standing | 'unknown'

/**
 * A payment that the provider has captured, however and however often we hear of it: its order is
 * placed, once. Too late, it is placed if its pieces are still there, else all goes back; so does a
 * sum that was not asked for, whole, and its order is called off.
 */
export function settlePayment(db: Database, captured: ProviderPayment): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    const found = await holdBuyer(tx, captured.order_id ?? '')
    if (!found) return 'unknown'
    const { order, payment } = found
    if (payment.providerPaymentId === captured.id) return standingOf(tx, order)
    if (order.state === 'placed') {
      await payAgain(tx, payment, captured)
      return standingOf(tx, order)
    }
    await capture(tx, payment, captured)
    if (!isAsked(payment, captured)) return callOffWrong(tx, order, captured)
    return order.state === 'expired' ? placeLate(tx, order, captured) : place(tx, order, captured)
  })
}

type Sum = Pick<ProviderPayment, 'amount' | 'currency'>

/** Whether that is what the shopper was asked to pay. */
export const isAsked = (
  { amountPaise }: Pick<PaymentRow, 'amountPaise'>,
  { amount, currency }: Sum,
) => amount === amountPaise && currency === 'INR'

async function capture(
  tx: Database,
  { id }: PaymentRow,
  { id: paymentId, amount, currency, method }: ProviderPayment,
) {
  await tx
    .update(payments)
    .set({
      status: 'captured',
      amountPaise: amount,
      currency,
      providerPaymentId: paymentId,
      method: method ?? null,
      capturedAt: clock.now(),
      askAt: clock.later(rules.payment.askPaidMs),
    })
    .where(eq(payments.id, id))
}

async function place(tx: Database, order: OrderRow, captured: ProviderPayment): Promise<Settled> {
  await placePaid(tx, order, captured)
  return 'paid'
}

async function callOffWrong(tx: Database, order: OrderRow, captured: ProviderPayment) {
  log.error({ orderId: order.id }, 'Another sum was captured than was asked for; it goes back')
  await callOff(tx, order, { ...captured, reason: 'wrong_amount' })
  return 'wrong' as const
}

/** The last piece is gone, the coupon was used for another order, or the shopper has left. */
const tooLate = new Set<ErrorCode>(['out_of_stock', 'coupon_not_applicable', 'not_found'])

async function placeLate(tx: Database, order: OrderRow, captured: ProviderPayment) {
  try {
    await tx.transaction((savepoint) => takeAgain(savepoint, order, captured.id))
  } catch (error) {
    if (!(error instanceof StoreError) || !tooLate.has(error.code)) throw error
    await callOff(tx, order, { ...captured, reason: 'late_payment' })
    return 'refunded' as const
  }
  return place(tx, order, captured)
}

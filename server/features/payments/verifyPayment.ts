import { and, eq } from 'drizzle-orm'

import type { SignedPayment } from '#contract/checkout.ts'
import type { Database } from '#server/database/connect.ts'
import { orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import type { PaymentProvider, ProviderPayment } from '#server/platform/paymentProvider.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { capturedOf } from './askPayment.ts'
import { settlePayment } from './settlePayment.ts'
import type { Standing } from './standingOf.ts'

const notVerified = () => new StoreError('invalid', 'Payment verification failed!')

/** What the window handed out is looked at, against the order that is stored. Gives its number. */
export async function proveSigned(
  { db, userId }: UserStore,
  provider: PaymentProvider,
  given: SignedPayment,
): Promise<string> {
  const { razorpay_order_id: providerOrderId } = given
  const [found] = await db
    .select({ orderNumber: orders.orderNumber, orderId: payments.providerOrderId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.providerOrderId, providerOrderId), eq(orders.userId, userId)))
  const isSigned =
    found?.orderId &&
    provider.isPaymentSigned({
      orderId: found.orderId,
      paymentId: given.razorpay_payment_id,
      signature: given.razorpay_signature,
    })
  if (!isSigned) throw notVerified()
  return found.orderNumber
}

/** A signature is a hint; the provider has the last word, and what it says is settled. */
export async function settleSigned(
  { db }: UserStore,
  provider: PaymentProvider,
  given: SignedPayment,
): Promise<void> {
  const payment = await provider.readPayment(given.razorpay_payment_id)
  if (payment.order_id !== given.razorpay_order_id) throw notVerified()
  if (payment.status === 'failed') throw notVerified()
  const captured =
    payment.status === 'refunded'
      ? await settledBefore(db, payment)
      : await capturedOf(provider, payment)
  if (!captured) {
    throw new StoreError('unavailable', 'We are checking your payment. This can take a minute.')
  }
  const settled = await settlePayment(db, captured)
  if (settled === 'unknown') throw notVerified()
  if (settled !== 'paid') throw new StoreError('not_allowed_now', whyNot[settled])
}

/** Given back since it was settled here; what went back before we had it pays for nothing. */
async function settledBefore(db: Database, payment: ProviderPayment): Promise<ProviderPayment> {
  const isKnown = await db.$count(payments, eq(payments.providerPaymentId, payment.id))
  if (isKnown === 0) throw notVerified()
  return payment
}

/** It was paid, and there is no order all the same. */
const whyNot: Record<Exclude<Standing, 'paid'>, string> = {
  refunded:
    "This order expired before your payment arrived. We'll refund the full amount to your account in 5 to 7 days.",
  wrong:
    "Your payment didn't match the price of this order. We'll refund the full amount to your account in 5 to 7 days.",
  cancelled: 'This order was cancelled. Its refund is shown in My Orders.',
}

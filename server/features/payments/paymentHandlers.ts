import { and, eq } from 'drizzle-orm'

import type { PaymentState, SignedPayment } from '#contract/checkout.ts'
import type { Paise } from '#contract/money.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { type Handlers, ok, type CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { log } from '#server/platform/observability/log.ts'
import type { PaymentProvider, ProviderPayment } from '#server/platform/payments/paymentProvider.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { type PaymentLinkDeps, sendPaymentLink } from './paymentLinks.ts'
import { syncPayment, captureAuthorized } from './reconcilePayments.ts'
import { settlePayment, type PaymentOutcome, readPaymentOutcome } from './settlePayment.ts'

/** From the payment window to a paid order, and the link by which one is paid before the door. */
export function paymentHandlers(deps: PaymentLinkDeps): Handlers {
  const { provider } = deps
  return {
    verifyPayment: {
      begin: async ({ store, body }) => {
        const orderID = await proveSigned(store, provider, body)
        return ok({ status: 200 as const, msg: 'Payment verified', result: { data: { orderID } } })
      },
      finish: async ({ store, body }, begun) => {
        await settleSigned(store, provider, body)
        return begun
      },
    },
    readPayment: async ({ store, params }) =>
      ok({ result: await readPayment(store, provider, params.id ?? '') }),
    sendPaymentLink: async ({ store, params }) => {
      try {
        await sendPaymentLink(store, params.id ?? '', deps)
        return ok({ msg: 'Payment link sent to your mobile number' })
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== 'not_allowed_now') throw error
        return { success: false as const, msg: error.message }
      }
    },
  }
}

type OrderRow = typeof orders.$inferSelect

/** A page that waits asks again and again; the provider is asked less often. */
const askAgainMs = 2000

/** Where the payment of a user's order stands, by the provider's truth. */
async function readPayment(store: CustomerStore, provider: PaymentProvider, orderId: string) {
  const { order, payment } = await findOrder(store, orderId)
  const isOpen = order.state !== 'placed' && payment?.providerOrderId
  if (isOpen && isDue(payment)) {
    await syncPayment(store.db, provider, isOpen).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error
      log.warn({ orderId }, 'A payment could not be looked up')
    })
  }
  const now = isOpen ? (await findOrder(store, orderId)).order : order
  return {
    state: await stateOf(store.db, now),
    order: {
      _id: now.id,
      orderID: now.orderNumber,
      orderSlug: now.orderNumber.toLowerCase(),
      amount: now.totalPaise as Paise,
    },
  }
}

async function findOrder({ db, userId }: CustomerStore, orderId: string) {
  const [found] = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.kind, 'checkout')))
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
    .orderBy(payments.createdAt)
    .limit(1)
  if (!found) throw new StoreError('not_found', 'This order does not exist')
  return found
}

const isDue = ({ checkedAt }: typeof payments.$inferSelect) =>
  checkedAt === null || clock.now().getTime() - checkedAt.getTime() >= askAgainMs

async function stateOf(db: Database, order: OrderRow): Promise<PaymentState> {
  if (order.state === 'awaiting_payment') return 'waiting'
  return order.state === 'expired' ? 'expired' : readPaymentOutcome(db, order)
}

const notVerified = () => new StoreError('invalid', 'Payment verification failed!')

/** What the window handed out is looked at, against the order that is stored. Gives its number. */
async function proveSigned(
  { db, userId }: CustomerStore,
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
async function settleSigned(
  { db }: CustomerStore,
  provider: PaymentProvider,
  given: SignedPayment,
): Promise<void> {
  const payment = await provider.readPayment(given.razorpay_payment_id)
  if (payment.order_id !== given.razorpay_order_id) throw notVerified()
  if (payment.status === 'failed') throw notVerified()
  const captured =
    payment.status === 'refunded'
      ? await settledBefore(db, payment)
      : await captureAuthorized(provider, payment)
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
const whyNot: Record<Exclude<PaymentOutcome, 'paid'>, string> = {
  refunded:
    "This order expired before your payment arrived. We'll refund the full amount to your account in 5 to 7 days.",
  wrong:
    "Your payment didn't match the price of this order. We'll refund the full amount to your account in 5 to 7 days.",
  cancelled: 'This order was cancelled. Its refund is shown in My Orders.',
}

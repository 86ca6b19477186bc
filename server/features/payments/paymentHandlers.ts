import { and, eq } from 'drizzle-orm'

import type { PaymentState, SignedPayment } from '#contract/cart/checkout.ts'
import type { Paise } from '#contract/values/money.ts'
import { paymentOutcomeTexts } from '#contract/orders/paymentTexts.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders, type OrderRow } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { type FeatureHandlers, ok, type CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { log } from '#server/platform/observability/log.ts'
import type { PaymentProvider, ProviderPayment } from '#server/platform/payments/paymentProvider.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { type PaymentLinkDeps, sendPaymentLink } from './paymentLinks.ts'
import { syncPayment, captureAuthorized } from './reconcilePayments.ts'
import { paymentOutcomeOf, settlePayment } from './settlePayment.ts'

/**
 * Verifies payments from the payment window, reports their status, and sends payment links for cash
 * orders.
 */
export function paymentHandlers(deps: PaymentLinkDeps) {
  const { provider } = deps
  return {
    verifyPayment: {
      begin: async ({ customer, body }) => {
        const orderID = await verifySignature(customer, provider, body)
        return ok({ status: 200 as const, msg: 'Payment verified', result: { data: { orderID } } })
      },
      finish: async ({ customer, body }, response) => {
        await settleVerified(customer, provider, body)
        return response
      },
    },
    readPayment: async ({ customer, params }) =>
      ok({ result: await readPayment(customer, provider, params.id ?? '') }),
    sendPaymentLink: async ({ customer, params }) => {
      try {
        await sendPaymentLink(customer, params.id ?? '', deps)
        return ok({ msg: 'Payment link sent to your mobile number' })
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== 'not_allowed_now') throw error
        return { success: false as const, msg: error.message }
      }
    },
  } satisfies FeatureHandlers
}

/** Pages poll more often than this; the provider is queried at most this often per payment. */
const pollIntervalMs = 2000

/** Reads the status of a payment, synchronized with the provider. */
async function readPayment(customer: CustomerContext, provider: PaymentProvider, orderId: string) {
  const { order, payment } = await findOrder(customer, orderId)
  const openProviderOrderId = order.checkoutStatus !== 'completed' && payment?.providerOrderId
  if (openProviderOrderId && isDue(payment)) {
    await syncPayment(customer.db, provider, openProviderOrderId).catch((error: unknown) => {
      if (!(error instanceof StoreError)) throw error
      log.warn({ orderId }, 'A payment could not be queried')
    })
  }
  const currentOrder = openProviderOrderId ? (await findOrder(customer, orderId)).order : order
  return {
    state: paymentStateOf(currentOrder),
    order: {
      _id: currentOrder.id,
      orderID: currentOrder.orderNumber,
      orderSlug: currentOrder.orderNumber.toLowerCase(),
      amount: currentOrder.totalPaise as Paise,
    },
  }
}

async function findOrder({ db, userId }: CustomerContext, orderId: string) {
  const [row] = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.kind, 'checkout')))
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
    .orderBy(payments.createdAt)
    .limit(1)
  if (!row) throw orderNotFound()
  return row
}

const isDue = ({ checkedAt }: typeof payments.$inferSelect) =>
  checkedAt === null || clock.now().getTime() - checkedAt.getTime() >= pollIntervalMs

function paymentStateOf(order: OrderRow): PaymentState {
  if (order.checkoutStatus === 'awaiting_payment') return 'waiting'
  return order.checkoutStatus === 'expired' ? 'expired' : paymentOutcomeOf(order)
}

const notVerified = () => new StoreError('invalid', 'Payment verification failed!')

/**
 * Verifies the signature from the payment window against the stored order. Returns the order
 * number.
 */
async function verifySignature(
  { db, userId }: CustomerContext,
  provider: PaymentProvider,
  signedPayment: SignedPayment,
): Promise<string> {
  const { razorpay_order_id: providerOrderId } = signedPayment
  const [row] = await db
    .select({ orderNumber: orders.orderNumber, orderId: payments.providerOrderId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.providerOrderId, providerOrderId), eq(orders.userId, userId)))
  const isSigned =
    row?.orderId &&
    provider.isPaymentSigned({
      orderId: row.orderId,
      paymentId: signedPayment.razorpay_payment_id,
      signature: signedPayment.razorpay_signature,
    })
  if (!isSigned) throw notVerified()
  return row.orderNumber
}

/**
 * Settles a payment with the status that the provider reports; the signature alone is not trusted.
 */
async function settleVerified(
  { db }: CustomerContext,
  provider: PaymentProvider,
  signedPayment: SignedPayment,
): Promise<void> {
  const payment = await provider.readPayment(signedPayment.razorpay_payment_id)
  if (payment.order_id !== signedPayment.razorpay_order_id) throw notVerified()
  if (payment.status === 'failed') throw notVerified()
  const captured =
    payment.status === 'refunded'
      ? await requireKnownPayment(db, payment)
      : await captureAuthorized(provider, payment)
  if (!captured) {
    throw new StoreError('unavailable', 'We are checking your payment. This can take a minute.')
  }
  const settled = await settlePayment(db, captured)
  if (settled === 'unknown') throw notVerified()
  if (settled !== 'paid') throw new StoreError('not_allowed_now', paymentOutcomeTexts[settled])
}

/** Accepts a refunded payment only if it was settled here before its refund. */
async function requireKnownPayment(
  db: Database,
  payment: ProviderPayment,
): Promise<ProviderPayment> {
  const knownCount = await db.$count(payments, eq(payments.providerPaymentId, payment.id))
  if (knownCount === 0) throw notVerified()
  return payment
}

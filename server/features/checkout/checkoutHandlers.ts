import { and, eq, isNull } from 'drizzle-orm'

import type { PaymentOrder } from '#contract/cart/checkout.ts'
import type { Paise } from '#contract/values/money.ts'
import { orderKeyMissing } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { placeOrder, type PlaceOrderDeps } from './placeOrder.ts'

/** Places orders and opens their online payment. */
export function checkoutHandlers(deps: PlaceOrderDeps) {
  return {
    placeOrder: {
      begin: async ({ customer, body, context }) => {
        // Requests with a key run in a transaction, which `placeOrder` needs for its locks.
        if (context.req.header('Idempotency-Key') === undefined) {
          throw orderKeyMissing()
        }
        const order = await placeOrder(customer, body, deps)
        return ok({ status: 200 as const, result: { order } })
      },
      finish: async ({ db, body }, { result: { order } }) => {
        const isPrepaid = body.paymentMethod === 'prepaid'
        const paymentOrder = isPrepaid ? await openPayment(db, deps.provider, order._id) : undefined
        const result = { order, ...(paymentOrder ? { paymentOrder } : {}) }
        return ok({ status: 200 as const, result })
      },
    },
  } satisfies FeatureHandlers
}

/**
 * Returns what the payment window needs for an order that awaits payment. The order at the provider
 * is created once, after ours is committed. Returns undefined if the order is paid already.
 */
async function openPayment(
  db: Database,
  provider: PaymentProvider,
  orderId: string,
): Promise<PaymentOrder | undefined> {
  const [order] = await db
    .select({
      checkoutStatus: orders.checkoutStatus,
      orderNumber: orders.orderNumber,
      payment: payments,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.id, orderId), eq(payments.kind, 'checkout')))
    .limit(1)
  if (!order || order.checkoutStatus === 'completed') return undefined
  if (order.checkoutStatus === 'expired') {
    const sentence = 'Your payment session has timed out. Please place your order again.'
    throw new StoreError('not_allowed_now', sentence)
  }
  const { orderNumber } = order
  const { id, amountPaise, providerOrderId } = order.payment
  return {
    _id: orderId,
    orderID: orderNumber,
    orderSlug: orderNumber.toLowerCase(),
    razorpayOrderId:
      providerOrderId ?? (await createProviderOrder(db, provider, { id, orderId, amountPaise })),
    amount: amountPaise as Paise,
    currency: 'INR',
    key: provider.keyId,
    provider: provider.name,
  }
}

type PaymentToOpen = { id: string; orderId: string; amountPaise: number }

async function createProviderOrder(
  db: Database,
  provider: PaymentProvider,
  { id, ...payment }: PaymentToOpen,
) {
  const { orderId: receipt, amountPaise } = payment
  const { id: providerOrderId } = await provider.createOrder({ amountPaise, receipt })
  await db
    .update(payments)
    .set({ providerOrderId })
    .where(and(eq(payments.id, id), isNull(payments.providerOrderId)))
  const [saved] = await db.select().from(payments).where(eq(payments.id, id))
  return saved?.providerOrderId ?? providerOrderId
}

import * as v from 'valibot'

import { OptionalReceiver, PurchaseType, Quantity } from './cart.ts'
import { Paise } from '#contract/values/money.ts'
import { type SchemasByCall, optionalField, responseSchema } from '#contract/api/fields.ts'

/** Body of `POST /cart/checkout`. `totalAmount` is only compared with the server's own. */
export const PlaceOrder = v.object({
  totalAmount: Paise,
  addressId: v.string(),
  userId: v.string(),
  couponId: optionalField(v.string()),
  /** The bag as the shopper saw it. It is compared with the stored one, which is what is ordered. */
  cart_item_ids: v.pipe(
    v.array(
      v.object({
        _id: v.string(),
        purchaseType: PurchaseType,
        size: v.string(),
        trialSize: optionalField(v.string()),
        quantity: v.optional(Quantity),
      }),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
  paymentMethod: v.picklist(['prepaid', 'cash on delivery']),
  receiver: v.optional(OptionalReceiver),
  /** The arrival time that the checkout showed. */
  promisedBy: v.optional(v.pipe(v.string(), v.isoTimestamp())),
})
export type PlaceOrder = v.InferOutput<typeof PlaceOrder>

export const PlacedOrder = v.object({
  _id: v.string(),
  orderID: v.string(),
  orderSlug: v.string(),
  amount: Paise,
})
export type PlacedOrder = v.InferOutput<typeof PlacedOrder>

/**
 * What the payment window needs, and the order to pay. `key` is the public key; `provider` selects
 * the window.
 */
export const PaymentOrder = v.object({
  _id: v.string(),
  orderID: v.string(),
  orderSlug: v.string(),
  razorpayOrderId: v.string(),
  amount: Paise,
  currency: v.literal('INR'),
  key: v.string(),
  provider: v.picklist(['razorpay', 'sandbox']),
})
export type PaymentOrder = v.InferOutput<typeof PaymentOrder>

export const PlaceOrderResponse = responseSchema({
  status: v.literal(200),
  result: v.object({ order: PlacedOrder, paymentOrder: v.optional(PaymentOrder) }),
})

/** Body of `POST /orders/verify-payment-prepaid`: the result of the payment window. */
export const VerifyPayment = v.object({
  razorpay_payment_id: v.pipe(v.string(), v.maxLength(64)),
  razorpay_order_id: v.pipe(v.string(), v.maxLength(64)),
  razorpay_signature: v.pipe(v.string(), v.maxLength(256)),
})

export type SignedPayment = v.InferOutput<typeof VerifyPayment>

export const VerifyPaymentResponse = responseSchema({
  status: v.literal(200),
  result: v.object({ data: v.object({ orderID: v.string() }) }),
})

/**
 * The state of a payment: `refunded` arrived too late, `replaced` after a later order of the same bag,
 * and `wrong` was not the requested amount, so all three are refunded; `cancelled` belongs to an order
 * that was cancelled.
 */
export const PaymentState = v.picklist([
  'waiting',
  'paid',
  'expired',
  'refunded',
  'replaced',
  'wrong',
  'cancelled',
])
export type PaymentState = v.InferOutput<typeof PaymentState>

export const PaymentStateResponse = responseSchema({
  result: v.object({ state: PaymentState, order: PlacedOrder }),
})

export const checkoutCalls = {
  placeOrder: { body: PlaceOrder, response: PlaceOrderResponse },
  verifyPayment: { body: VerifyPayment, response: VerifyPaymentResponse },
  readPayment: { response: PaymentStateResponse },
} satisfies SchemasByCall

import * as v from 'valibot'

/** Orders, payments, refunds and payment links in the provider's API. Amounts are in paise. */
export const ProviderOrder = v.object({
  id: v.string(),
  amount: v.number(),
  currency: v.string(),
  status: v.string(),
})
export type ProviderOrder = v.InferOutput<typeof ProviderOrder>

export const ProviderPayment = v.object({
  id: v.string(),
  order_id: v.nullish(v.string()),
  amount: v.number(),
  currency: v.string(),
  status: v.picklist(['created', 'authorized', 'captured', 'refunded', 'failed']),
  method: v.nullish(v.string()),
  card: v.nullish(v.object({ type: v.nullish(v.string()) })),
})
export type ProviderPayment = v.InferOutput<typeof ProviderPayment>

export const ProviderRefund = v.object({
  id: v.string(),
  payment_id: v.string(),
  amount: v.number(),
  status: v.picklist(['pending', 'processed', 'failed']),
})
export type ProviderRefund = v.InferOutput<typeof ProviderRefund>

export const ProviderLink = v.object({
  id: v.string(),
  short_url: v.string(),
  amount: v.number(),
  status: v.string(),
  order_id: v.nullish(v.string()),
  payments: v.nullish(v.array(v.object({ payment_id: v.string(), status: v.string() }))),
})
export type ProviderLink = v.InferOutput<typeof ProviderLink>

type NewProviderOrder = { amountPaise: number; receipt: string }
export type NewLink = {
  amountPaise: number
  reference: string
  description: string
  customer: { name: string; contact: string }
  /** Until when it can be paid; without it, for as long as the provider keeps links. */
  expiresAt?: Date | undefined
  /** Whether the provider sends it as a text message; a rider shows it as a QR code instead. */
  isTextedToCustomer: boolean
}
export type NewRefund = { paymentId: string; amountPaise: number; key: string }

/** A payment provider. Network errors and timeouts are thrown as `StoreError` 'unavailable'. */
export type PaymentProvider = {
  name: 'razorpay' | 'sandbox'
  /** The public key id, which the browser needs. */
  keyId: string
  /** Idempotent by `receipt`. */
  createOrder: (order: NewProviderOrder) => Promise<ProviderOrder>
  readOrderPayments: (orderId: string) => Promise<ProviderPayment[]>
  readPayment: (paymentId: string) => Promise<ProviderPayment>
  capture: (payment: { id: string; amount: number }) => Promise<ProviderPayment>
  /** Creates a link. Idempotent by `reference`. */
  createLink: (link: NewLink) => Promise<ProviderLink>
  readLink: (linkId: string) => Promise<ProviderLink>
  sendLinkAgain: (linkId: string) => Promise<void>
  cancelLink: (linkId: string) => Promise<void>
  /** Idempotent by `key`. */
  refund: (refund: NewRefund) => Promise<ProviderRefund>
  readRefund: (refundId: string) => Promise<ProviderRefund>
  isPaymentSigned: (signed: { orderId: string; paymentId: string; signature: string }) => boolean
  isWebhookSigned: (rawBody: string, signature: string) => boolean
}

import { useEffect, useRef } from 'react'
import * as v from 'valibot'

import { PlacedOrder, VerifyPayment, PlaceOrder } from '#contract/checkout.ts'
import * as rules from '#contract/rules.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { persistedRecord } from '#platform/storage/persistedRecord.ts'

/** A started payment, stored until its result is known, even if the tab is killed. */
const PaymentAttempt = v.object({
  userId: v.string(),
  order: PlacedOrder,
  addressText: v.string(),
  /** The result of the payment window. */
  signed: v.optional(VerifyPayment),
  /** The shopper closed the window: nobody waits, but it may still be paid. */
  isDismissed: v.optional(v.boolean()),
})
export type PaymentAttempt = v.InferOutput<typeof PaymentAttempt>

const paymentRecord = persistedRecord('payment-try', (stored) => {
  const { success, output } = v.safeParse(PaymentAttempt, stored)
  return success ? output : undefined
})

export const savePaymentAttempt = (attempt: PaymentAttempt) => paymentRecord.write(attempt)

/** The customer's payment without a known result. */
export async function readPaymentAttempt(userId: string): Promise<PaymentAttempt | undefined> {
  const started = await paymentRecord.read()
  return started?.userId === userId ? started : undefined
}

export const clearPaymentAttempt = () => paymentRecord.remove()

/** Checks a payment without a known result, once when the page opens. */
export function usePaymentRecovery(
  userId: string,
  recover: (started: PaymentAttempt) => void,
): void {
  const hasLooked = useRef(false)
  useEffect(() => {
    if (hasLooked.current || !userId) return
    hasLooked.current = true
    void readPaymentAttempt(userId).then((started) => started && recover(started))
  })
}

/** An order without a response: its content, idempotency key and time. */
const OrderAttempt = v.object({ key: v.string(), order: PlaceOrder, sentAt: v.number() })
type OrderAttempt = v.InferOutput<typeof OrderAttempt>

const orderRecord = persistedRecord('order-try', (stored): OrderAttempt | undefined => {
  const { success, output } = v.safeParse(OrderAttempt, stored)
  // The server stores keys no longer than this: later the same request would be a new order.
  return success && Date.now() - output.sentAt < rules.idempotency.ttlMs ? output : undefined
})

/** The customer's order without a response, for example after a reload. */
export async function readAttemptedOrder(userId: string): Promise<PlaceOrder | undefined> {
  const stored = await orderRecord.read()
  return stored?.order.userId === userId ? stored.order : undefined
}

/**
 * The order to send, with its idempotency key. The same order without a response is sent again as it was,
 * with the arrival time that it promised, and its key. Unlike the keys of `idempotentSender.ts` it is on
 * the device, so that an order sent before a reload is not placed twice.
 */
export async function attemptOrder(
  wanted: PlaceOrder,
): Promise<Pick<OrderAttempt, 'key' | 'order'>> {
  const order = v.parse(PlaceOrder, wanted)
  const before = await orderRecord.read()
  if (before && contentOf(before.order) === contentOf(order)) return before
  const attempt = { key: crypto.randomUUID(), order, sentAt: Date.now() }
  await orderRecord.write(attempt)
  return attempt
}

const contentOf = ({ promisedBy: _, ...content }: PlaceOrder) => JSON.stringify(content)

/** Called after any response: the next order gets a new key. */
export const clearOrderAttempt = () => orderRecord.remove()

/** The order that was just placed, until its tracking page is shown. */
export const placedOrderAtom = persistedAtom(
  'placed-order',
  v.nullable(v.object({ order: PlacedOrder, addressText: v.string() })),
  null,
)

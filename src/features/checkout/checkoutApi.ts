import { calls } from '#contract/api/calls.ts'
import { CartViewReply } from '#contract/cart.ts'
import {
  type PaymentState,
  PaymentStateReply,
  type PlaceOrder,
  PlaceOrderReply,
  type SignedPayment,
  VerifyPaymentReply,
} from '#contract/checkout.ts'
import { request, send } from '#platform/api/http.ts'

/** Why an order to this address cannot be paid in cash; null where it can. */
export async function readCashRefusal(userId: string, addressId: string): Promise<string | null> {
  const sent = request(calls.readCart, { params: { userId }, query: { addressId } })
  const { cashRefusal } = await send(CartViewReply, sent)
  return cashRefusal ?? null
}

/**
 * Places an order, once per idempotency key. For online payment the reply has the data for the
 * payment window.
 */
export async function placeOrder(json: PlaceOrder, idempotencyKey: string) {
  const { result } = await send(
    PlaceOrderReply,
    request(calls.placeOrder, { json, idempotencyKey }),
  )
  return result
}

/** Needs no idempotency key: verifying a payment twice has the same result. */
export async function verifyPayment(json: SignedPayment): Promise<void> {
  const idempotencyKey = `verify-${json.razorpay_payment_id}`
  await send(VerifyPaymentReply, request(calls.verifyPayment, { json, idempotencyKey }))
}

/** The state of an order's payment, as the provider reports it. */
export async function readPayment(orderId: string): Promise<PaymentState> {
  const params = { id: orderId }
  const { result } = await send(PaymentStateReply, request(calls.readPayment, { params }))
  return result.state
}

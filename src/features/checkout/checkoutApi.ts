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

/** Why no order to this address can be paid in cash for now; null where one can. */
export async function readCashRefusal(userId: string, addressId: string): Promise<string | null> {
  const sent = request(calls.readCart, { params: { userId }, query: { addressId } })
  const { cashRefusal } = await send(CartViewReply, sent)
  return cashRefusal ?? null
}

/** The same key never makes two orders. What is paid online brings what the window needs. */
export async function placeOrder(json: PlaceOrder, idempotencyKey: string) {
  const { result } = await send(
    PlaceOrderReply,
    request(calls.placeOrder, { json, idempotencyKey }),
  )
  return result
}

/** A payment is its own key: verified again, it is the same. */
export async function verifyPayment(json: SignedPayment): Promise<void> {
  const idempotencyKey = `verify-${json.razorpay_payment_id}`
  await send(VerifyPaymentReply, request(calls.verifyPayment, { json, idempotencyKey }))
}

/** Where the payment of an order stands, by the provider's word. */
export async function readPayment(orderId: string): Promise<PaymentState> {
  const params = { id: orderId }
  const { result } = await send(PaymentStateReply, request(calls.readPayment, { params }))
  return result.state
}

import { calls } from '#contract/calls.ts'
import { type PlacedOrder, type PlaceOrder, PlaceOrderReply } from '#contract/checkout.ts'
import { request, send } from '#platform/http.ts'

/** The same key never makes two orders. */
export async function placeOrder(json: PlaceOrder, idempotencyKey: string): Promise<PlacedOrder> {
  const { result } = await send(
    PlaceOrderReply,
    request(calls.placeOrder, { json, idempotencyKey }),
  )
  return result.order
}

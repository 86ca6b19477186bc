import { calls } from '#contract/calls.ts'
import { type Order, OrdersReply } from '#contract/order.ts'
import { request, send } from '#platform/http.ts'

export async function readOrders(): Promise<Order[]> {
  const { result } = await send(OrdersReply, request(calls.readOrders))
  return result.data
}

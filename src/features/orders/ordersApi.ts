import { calls } from '#contract/calls.ts'
import { type Order, OrderReply, OrdersReply, PaymentLinkReply } from '#contract/order.ts'
import { DoneReply } from '#contract/reply.ts'
import { request, send } from '#platform/http.ts'

export async function readOrders(): Promise<Order[]> {
  const { result } = await send(OrdersReply, request(calls.readOrders))
  return result.data
}

export async function readOrder(id: string): Promise<Order> {
  const { result } = await send(OrderReply, request(calls.readOrder, { params: { id } }))
  return result
}

/** Calls off all of an order: part of it cannot be. */
export async function cancelOrder({ _id, products }: Order): Promise<void> {
  const orderItemIds = products.map((line) => line._id)
  await send(DoneReply, request(calls.cancelOrder, { json: { orderId: _id, orderItemIds } }))
}

/** A refusal is an answer, too: its sentence says why. */
export const sendPaymentLink = (id: string) =>
  send(PaymentLinkReply, request(calls.sendPaymentLink, { params: { id } }))

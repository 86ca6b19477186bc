import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import {
  type ExchangeLine,
  type Invoice,
  InvoiceResponse,
  Order,
  OrderAgainResponse,
  OrderResponse,
  OrdersResponse,
  PaymentLinkResponse,
  type RefundAccount,
  type ReturnLines,
  type WithdrawReturn,
} from '#contract/orders/order.ts'
import { request, parseResponse } from '#platform/api/http.ts'

export async function readOrders(): Promise<Order[]> {
  const { result } = await parseResponse(OrdersResponse, request(calls.readOrders))
  return result.data
}

export async function readOrder(id: string): Promise<Order> {
  const { result } = await parseResponse(
    OrderResponse,
    request(calls.readOrder, { params: { id } }),
  )
  return result
}

/** Cancels a whole order; a part cannot be cancelled. */
export async function cancelOrder({ _id, products }: Order): Promise<void> {
  const orderItemIds = products.map((line) => line._id)
  await parseResponse(
    SuccessResponse,
    request(calls.cancelOrder, { json: { orderId: _id, orderItemIds } }),
  )
}

/** Sends a payment link. A rejection also resolves, with a message that says why. */
export const sendPaymentLink = (id: string) =>
  parseResponse(PaymentLinkResponse, request(calls.sendPaymentLink, { params: { id } }))

export async function readInvoice(id: string): Promise<Invoice> {
  const { result } = await parseResponse(
    InvoiceResponse,
    request(calls.readInvoice, { params: { id } }),
  )
  return result
}

/** Sent once per idempotency key. */
export const returnLines = (json: ReturnLines, idempotencyKey: string) =>
  parseResponse(SuccessResponse, request(calls.returnLines, { json, idempotencyKey }))

export const exchangeLine = (json: ExchangeLine, idempotencyKey: string) =>
  parseResponse(SuccessResponse, request(calls.exchangeLine, { json, idempotencyKey }))

export const setRefundAccount = (id: string, json: RefundAccount) =>
  parseResponse(SuccessResponse, request(calls.setRefundAccount, { params: { id }, json }))

/** Withdraws a return or an exchange that was not picked up yet. */
export const withdrawReturn = (json: WithdrawReturn) =>
  parseResponse(SuccessResponse, request(calls.withdrawReturn, { json }))

/** Returns the bag, and the names of items that are no longer available. */
export async function orderAgain(id: string, idempotencyKey: string) {
  const sent = { params: { id }, json: {}, idempotencyKey }
  const { result } = await parseResponse(OrderAgainResponse, request(calls.orderAgain, sent))
  return result
}

/** Saved orders with the time of their last read; `listedAt` is when all of them were read. */
const KnownOrders = v.object({
  orders: v.array(v.object({ order: Order, at: v.number() })),
  listedAt: v.optional(v.number()),
})
export type KnownOrders = v.InferOutput<typeof KnownOrders>

export const SavedOrders = v.object({ ownerId: v.optional(v.string()), known: KnownOrders })
export type SavedOrders = v.InferOutput<typeof SavedOrders>

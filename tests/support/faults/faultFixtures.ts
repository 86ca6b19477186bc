import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'

import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines } from '#server/database/schema/orders.ts'
import { sandboxEvents } from '#server/database/schema/payments.ts'
import { signEvent } from '#server/demo/payments/sandboxWebhooks.ts'
import {
  createBuyer,
  type Buyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import { aCoupon, addToCart, onSale } from '#tests/support/shopper/givens.ts'
import {
  type StartedPayment,
  startedPaymentOf,
  payInWindow,
  deliverWebhook,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'

export type Api = Pick<App, 'request'>
export type Shop = {
  db: Database
  api: Api
  webhookSecret: string
  /** Whether there is a push service that accepts pushes. */
  hasPush: boolean
}

/** Sends the same call under the same idempotency key and returns the response. */
export type Action = (api: Api) => Promise<number>

/** Sends the call again under the same key if it got no response, as the page does. */
export async function retryUntilResponse(act: Action, api: Api): Promise<number> {
  for (let turn = 1; ; turn++) {
    const status = await act(api)
    if (status < 500 || turn === 10) return status
  }
}

/** The amount of the one item in the bag, with the coupon. */
export const price = 899_00

/** Runs background work of the store through a test route. */
export const routeAction =
  (path: string): Action =>
  async (api) =>
    (await api.request(path.replaceAll(' ', '%20'), jsonRequest('POST'))).status

/** A customer with one item in the bag, of five in stock, and a coupon for it. */
export async function createCart({ db, api, hasPush }: Shop) {
  const productId = await onSale(db, { stock: { M: 5, L: 5 } })
  const buyer = await createBuyer(db)
  const { id: couponId } = await aCoupon(db)
  await addToCart(db, buyer.userId, { productId, couponId })
  if (hasPush) {
    const endpoint = `https://push.example/${buyer.userId}`
    const subscription = { endpoint, keys: { p256dh: 'BFx_', auth: 'c2-' } }
    const body = { subscription, topics: ['orders'] }
    await api.request('/api/push/subscribe', withToken(buyer.token, 'POST', body))
  }
  return { buyer, owner: { userId: buyer.userId, productId, couponId } }
}

/** Orders the bag. */
export async function orderAction(
  { api }: Shop,
  buyer: Buyer,
  paymentMethod = 'cash on delivery',
): Promise<Action> {
  const cart = await readCart(api, buyer)
  const body = orderRequest(buyer, cart, { paymentMethod, totalAmount: price })
  const key = randomUUID()
  return async (on) => (await placeOrder(on, buyer, { body, key })).status
}

export async function createUnpaidOrder(shop: Shop) {
  const { buyer, owner } = await createCart(shop)
  const cart = await readCart(shop.api, buyer)
  const body = orderRequest(buyer, cart, { paymentMethod: 'prepaid', totalAmount: price })
  const startedPayment: StartedPayment = startedPaymentOf(
    await placeOrder(shop.api, buyer, { body }),
  )
  return { buyer, owner, startedPayment }
}

/** Pays in the payment window, before the store was notified. */
export async function createPaidOrder(shop: Shop) {
  const { buyer, owner, startedPayment } = await createUnpaidOrder(shop)
  const { response: signedPayment } = await payInWindow(shop.api, startedPayment)
  return { buyer, owner, startedPayment, signedPayment }
}

export async function createPlacedOrder(shop: Shop) {
  const { buyer, owner, startedPayment, signedPayment } = await createPaidOrder(shop)
  await verify(shop.api, buyer, signedPayment)
  return { buyer, owner, orderId: startedPayment.order._id }
}

export async function cancelAction({ db }: Shop, buyer: Buyer, orderId: string): Promise<Action> {
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  const body = { orderId, orderItemIds: lines.map(({ id }) => id) }
  const request = withToken(buyer.token, 'PUT', body)
  const headers = { ...request.headers, 'Idempotency-Key': randomUUID() }
  return async (api) => (await api.request('/api/orders/cancel', { ...request, headers })).status
}

/** A paid order that has arrived. */
export async function createDeliveredOrder(shop: Shop) {
  const { buyer, owner, orderId } = await createPlacedOrder(shop)
  for (const to of ['Shipped', 'On the way', 'Delivered']) {
    await routeAction(`/faults/orders/${orderId}/${to}`)(shop.api)
  }
  const [line] = await shop.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  return { buyer, owner, orderId, lineId: line!.id }
}

export function returnAction({ token }: Buyer, orderId: string, lineId: string): Action {
  const returnData = [{ orderItemId: lineId, returnReason: 'Size issue', returnPhotos: [] }]
  const request = withToken(token, 'PATCH', { action: 'returnProduct', orderId, returnData })
  return async (api) => (await api.request('/api/orders/return', request)).status
}

/** The webhook that reports a payment. */
export async function webhookAction(
  { db, webhookSecret }: Shop,
  signedPayment: Record<string, string>,
): Promise<Action> {
  const isOfIt = like(sandboxEvents.body, `%${signedPayment.razorpay_payment_id}%`)
  const [event] = await db.select().from(sandboxEvents).where(isOfIt)
  const webhook = signEvent(event!, webhookSecret)
  return (api) => deliverWebhook(api, webhook)
}

import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'

import type { PaymentOrder, PlacedOrder } from '#contract/cart/checkout.ts'
import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { sandboxEvents } from '#server/database/schema/payments.ts'
import { createObject, readObject } from '#server/demo/payments/sandboxStore.ts'
import { deliverEvent, type Delivery, signEvent } from '#server/demo/payments/sandboxWebhooks.ts'
import { sweepPayments } from '#server/features/payments/reconcilePayments.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import {
  type Buyer,
  orderRequest,
  readCart,
  placeOrder,
  type Sent,
  test as checkoutTest,
} from './checkoutTest.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'
import { sandboxKeys, testSandbox } from '#tests/support/api/testDeps.ts'

export type StartedPayment = { order: PlacedOrder; paymentOrder: PaymentOrder }
type Api = Pick<App, 'request'>

/** Orders the bag with online payment. */
export async function startPayment(api: Api, buyer: Buyer, key?: string): Promise<Sent> {
  const body = orderRequest(buyer, await readCart(api, buyer), { paymentMethod: 'prepaid' })
  return placeOrder(api, buyer, { body, ...(key ? { key } : {}) })
}

export const startedPaymentOf = ({ response }: Sent) => response.result as StartedPayment

/** Pays in the payment window and returns what the window passes to the page. */
export async function payInWindow(api: Api, { paymentOrder }: StartedPayment, how: object = {}) {
  const pay = {
    order_id: paymentOrder.razorpayOrderId,
    method: 'upi',
    outcome: 'success',
    ...how,
  }
  const response = await api.request('/sandbox/window/pay', jsonRequest('POST', pay))
  return { status: response.status, response: (await response.json()) as Record<string, string> }
}

type SignedPayment = Record<string, string> & { key?: string }

/** Verifies the payment as the page does. */
export async function verify(api: Api, { token }: Buyer, { key, ...body }: SignedPayment) {
  const request = withToken(token, 'POST', body)
  const headers = { ...request.headers, 'Idempotency-Key': key ?? randomUUID() }
  const response = await api.request('/api/orders/verify-payment-prepaid', { ...request, headers })
  return { status: response.status, response: await response.json() }
}

/** A second payment for the same order, captured in another window and not reported yet. */
export async function captureAgain(db: Database, paymentId: string): Promise<void> {
  const payment: Record<string, unknown> = (await readObject(db, 'payment', paymentId)) ?? {}
  const { id: _id, ...body } = payment
  await createObject(db, { kind: 'payment', parentId: String(body.order_id), body })
}

/** Lists the webhooks that the provider has to send, oldest first. */
export async function webhooksOf(db: Database): Promise<Delivery[]> {
  const events = await db.select().from(sandboxEvents).orderBy(asc(sandboxEvents.dueAt))
  return events.map((event) => signEvent(event, sandboxKeys.webhookSecret))
}

export const deliverWebhook = async (api: Api, delivery: Delivery) =>
  (await deliverEvent({ send: (path, init) => api.request(path, init) }, delivery)).status

export const sweep = (db: Database) => sweepPayments(db, testSandbox(db).provider)

/** Moves the store's clock forward. */
export function advanceClock(ms: number) {
  const offsetMs = clock.later(ms).getTime() - Date.now()
  setClock(() => new Date(Date.now() + offsetMs))
}

type PaymentFixture = {
  /** An order of one kurta in size M that waits for its payment. */
  startedPayment: StartedPayment
  checkoutStatusOf: (orderId: string) => Promise<string | undefined>
}

/** A test by a customer who pays online. */
export const test = checkoutTest.extend<PaymentFixture>({
  startedPayment: async ({ db, api, me, kurta }, use) => {
    await addToCart(db, me.userId, { productId: kurta })
    await use(startedPaymentOf(await startPayment(api, me)))
  },
  checkoutStatusOf: async ({ db }, use) =>
    use(async (orderId) => {
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
      return order?.checkoutStatus
    }),
})

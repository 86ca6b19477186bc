import { randomUUID } from 'node:crypto'

import type { Cart } from '#contract/cart/cart.ts'
import type { PaymentOrder, PlacedOrder } from '#contract/cart/checkout.ts'
import type { Order } from '#contract/orders/order.ts'
import { type Buyer, orderRequest } from '#tests/support/api/tests/checkoutTest.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'

/** What the responses told a shopper about an order: placed, paid or cancelled. */
export type Confirmed = { orderId: string; paise: number; isPaid: boolean; isCancelled: boolean }

type Shopping = {
  buyer: Buyer
  productId: string
  confirmed: Confirmed[]
  isOver: () => boolean
  /** The base URL of the running store. */
  origin: () => string
}

/**
 * Buys one item after another: with cash, with cash and cancelled, paid online, paid online and
 * cancelled. After a connection error it retries with the same key until it gets a response.
 */
export async function keepShopping(shopping: Shopping): Promise<void> {
  for (let turn = 0; !shopping.isOver(); turn++) {
    const [isPaid, isCancelled] = [turn % 4 > 1, turn % 2 === 1]
    const { order, paymentOrder } = await buyOne(shopping, isPaid ? 'prepaid' : 'cash on delivery')
    if (paymentOrder) await pay(shopping, order, paymentOrder)
    if (isCancelled) await cancel(shopping, order)
    shopping.confirmed.push({ orderId: order._id, paise: order.amount, isPaid, isCancelled })
  }
}

type Placed = { order: PlacedOrder; paymentOrder?: PaymentOrder }

async function buyOne(shopping: Shopping, paymentMethod: string): Promise<Placed> {
  const { buyer, productId } = shopping
  const item = { userId: buyer.userId, productId, size: 'M' }
  const cart = await send<Cart>(shopping, ['POST', 'cart/add', item])
  return send(shopping, ['POST', 'cart/checkout', orderRequest(buyer, cart, { paymentMethod })])
}

/**
 * Pays in the payment window. If the response is lost, the store finds out about the payment itself.
 */
async function pay(shopping: Shopping, order: PlacedOrder, { razorpayOrderId }: PaymentOrder) {
  const request = { order_id: razorpayOrderId, method: 'upi', outcome: 'success' }
  await fetch(`${shopping.origin()}/sandbox/window/pay`, jsonRequest('POST', request)).catch(
    () => null,
  )
  for (let turn = 1; ; turn++) {
    const path = `orders/payment/${order._id}`
    const { state } = await send<{ state: string }>(shopping, ['GET', path])
    if (state === 'paid') return
    await pause(200)
    // The store stopped before the payment was made: nothing was charged, so it is repeated.
    if (turn % 20 === 0) {
      await fetch(`${shopping.origin()}/sandbox/window/pay`, jsonRequest('POST', request)).catch(
        () => null,
      )
    }
  }
}

async function cancel(shopping: Shopping, { _id: orderId }: PlacedOrder) {
  const { products } = await send<Order>(shopping, ['GET', `orders/${orderId}`])
  const orderItemIds = products.map(({ _id }) => _id)
  await send(shopping, ['PUT', 'orders/cancel', { orderId, orderItemIds }])
}

export type RequestArgs = [method: string, path: string, body?: object]

async function send<Result>(
  { buyer, origin }: Shopping,
  requestArgs: RequestArgs,
): Promise<Result> {
  const response = await retryUntilResponse<Result>({ token: buyer.token, origin }, requestArgs)
  if (response.status !== 200) throw new Error(`${requestArgs[1]}: ${JSON.stringify(response)}`)
  return response.result
}

type RequestContext = { token: string; origin: () => string }

type Response<Result> = { status: number; result: Result; msg?: string }

/** The answer to a retry while the attempt before it still runs, possibly for a process that was killed. */
const isStillRunning = ({ status, msg = '' }: Response<unknown>) =>
  status === 409 && msg.includes('already being processed')

/** Retries with one key until the store has accepted or refused. */
export async function retryUntilResponse<Result>(
  { token, origin }: RequestContext,
  [method, path, body]: RequestArgs,
): Promise<Response<Result>> {
  const request = withToken(token, method, body)
  const headers = { ...request.headers, 'Idempotency-Key': randomUUID() }
  for (;;) {
    try {
      const response = await fetch(`${origin()}/api/${path}`, { ...request, headers })
      const content = (await response.json()) as { result: Result; msg?: string }
      const answer = { ...content, status: response.status }
      if (answer.status < 500 && !isStillRunning(answer)) return answer
    } catch {
      // A connection error, or the store is down.
    }
    await pause(20)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

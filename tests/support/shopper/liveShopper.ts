import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'

import type { Cart } from '#contract/cart/cart.ts'
import type { PaymentOrder, PlacedOrder } from '#contract/cart/checkout.ts'
import type { Order } from '#contract/orders/order.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { orderRequest } from '#tests/support/api/tests/checkoutTest.ts'
import type { startLiveStore } from '#tests/support/server/liveStore.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'

type LiveStore = Pick<Awaited<ReturnType<typeof startLiveStore>>, 'origin' | 'readOtp'>

const bhopal = { latitude: '23.2599', longitude: '77.4126' }

/**
 * A new customer in Bhopal who has logged in with the OTP of a text message and shops over HTTP.
 */
export async function aLiveShopper({ origin, readOtp }: LiveStore, phone: string) {
  async function call<Result>(path: string, request: RequestInit): Promise<Result> {
    const headers = { ...request.headers, 'Idempotency-Key': randomUUID() }
    const response = await fetch(`${origin}/api/${path}`, { ...request, headers })
    const body = (await response.json()) as Result & { success: boolean; msg?: string }
    if (!response.ok || !body.success) throw new Error(`${path}: ${response.status} ${body.msg}`)
    return body
  }

  await call('user/login', jsonRequest('POST', { contactNumber: phone }))
  const otp = await readOtp(phone)
  const { result: verified } = await call<{ result: { signupToken: string } }>(
    'user/verify-otp',
    jsonRequest('POST', { contactNumber: phone, otp }),
  )
  const { result } = await call<{ result: { token: string; user: { _id: string } } }>(
    'user/signup',
    jsonRequest('POST', {
      firstName: 'Asha',
      lastName: 'Rao',
      gender: 'female',
      dateOfBirth: '1994-05-17',
      contactNumber: phone,
      signupToken: verified.signupToken,
    }),
  )
  const { token } = result
  const userId = result.user._id
  const { address } = await call<{ address: { _id: string } }>(
    'address/add',
    withToken(token, 'POST', {
      street: `${phone.slice(-2)} Arera Colony`,
      city: 'Bhopal',
      state: 'Madhya Pradesh',
      postalCode: '462016',
      label: 'home',
      ...bhopal,
    }),
  )

  /** A product that was just imported is listed once the catalogue in memory has it. */
  async function firstListedProduct(): Promise<string> {
    const list = await call<{ result: { data: Product[] } }>('products/list', {})
    const [product] = list.result.data
    if (!product) throw new Error('No product is listed')
    return product._id
  }

  type Wanted = { trialSize?: string; paymentMethod: 'prepaid' | 'cash on delivery' }

  /** Buys the first product in M; prepaid orders are paid in Razorpay's window. */
  async function order({ trialSize, paymentMethod }: Wanted): Promise<PlacedOrder> {
    const productId = await vi.waitFor(firstListedProduct, { timeout: 10_000, interval: 500 })
    await call('cart/add', withToken(token, 'POST', { userId, productId, size: 'M' }))
    if (trialSize) await chooseTrial(trialSize)
    const { result: cart } = await call<{ result: Cart }>(`cart/view/${userId}`, withToken(token))
    const buyer = { userId, token, addressId: address._id }
    const { result: placed } = await call<{
      result: { order: PlacedOrder; paymentOrder?: PaymentOrder }
    }>('cart/checkout', withToken(token, 'POST', orderRequest(buyer, cart, { paymentMethod })))
    if (placed.paymentOrder) await pay(placed.paymentOrder)
    return placed.order
  }

  async function chooseTrial(trialSize: string) {
    const { result: cart } = await call<{ result: Cart }>(`cart/view/${userId}`, withToken(token))
    const itemId = cart.products[0]?._id
    const line = { userId, itemId, purchaseType: 'Try and Buy' }
    const productId = cart.products[0]?.productId._id
    await call('cart/update', withToken(token, 'PUT', { ...line, productId }))
    await call('cart/update', withToken(token, 'PUT', { userId, itemId, trialSize }))
  }

  async function pay({ razorpayOrderId }: PaymentOrder) {
    const paid = { order_id: razorpayOrderId, method: 'upi', outcome: 'success' }
    const response = await fetch(`${origin}/sandbox/window/pay`, jsonRequest('POST', paid))
    const signedPayment: unknown = await response.json()
    await call('orders/verify-payment-prepaid', withToken(token, 'POST', signedPayment))
  }

  async function read(orderId: string): Promise<Order> {
    return (await call<{ result: Order }>(`orders/${orderId}`, withToken(token))).result
  }

  return {
    order,
    read,
    /** Turns on notifications about orders in a browser. */
    subscribe: (subscription: object) =>
      call('push/subscribe', withToken(token, 'POST', { subscription, topics: ['orders'] })),
    requestReturn: async (orderId: string) => {
      const [line] = (await read(orderId)).products
      const reason = { returnReason: 'Quality issue', returnPhotos: [] }
      const returnData = [{ orderItemId: line?._id, ...reason }]
      const body = { orderId, returnData, action: 'returnProduct' }
      await call('orders/return', withToken(token, 'PATCH', body))
    },
    requestExchange: async (orderId: string, size: string) => {
      const [line] = (await read(orderId)).products
      const body = {
        orderId,
        orderItemIdToExchange: line?._id,
        exchangeProductId: line?.productId._id,
        size,
        exchangeReason: 'Too small',
      }
      await call('orders/exchange', withToken(token, 'PATCH', body))
    },
  }
}

import { randomUUID } from 'node:crypto'

import type { Cart } from '#contract/cart/cart.ts'
import { toPaise } from '#contract/values/money.ts'
import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import {
  aUser,
  onSale,
  type Shopper,
  saveAddress,
  createWarehouses,
} from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

export type Buyer = Shopper & { addressId: string }
export type Sent = { status: number; response: Record<string, unknown> & { result: never } }

/** A logged-in customer with an address in Indore. */
export async function createBuyer(db: Database): Promise<Buyer> {
  await createWarehouses(db)
  const shopper = await aUser(db)
  return { ...shopper, addressId: await saveAddress(db, shopper.userId) }
}

/** The fields that the checkout page sends for the bag it shows. */
export function orderRequest({ userId, addressId }: Buyer, cart: Cart, changes: object = {}) {
  return {
    userId,
    addressId,
    totalAmount: toPaise(cart.totalAmount),
    cart_item_ids: cart.products.map(({ _id, purchaseType, size, trialSize }) => ({
      _id,
      purchaseType,
      size,
      trialSize,
    })),
    paymentMethod: 'cash on delivery',
    ...(cart.couponId ? { couponId: cart.couponId._id } : {}),
    ...changes,
  }
}

export async function readCart(
  api: Pick<App, 'request'>,
  { userId, token }: Shopper,
): Promise<Cart> {
  const response = await api.request(`/api/cart/view/${userId}`, withToken(token))
  return ((await response.json()) as { result: Cart }).result
}

/** Places an order; repeating it with the same idempotency key returns the same order. */
export async function placeOrder(
  api: Pick<App, 'request'>,
  { token }: Shopper,
  { body, key = randomUUID() }: { body: object; key?: string },
): Promise<Sent> {
  const request = withToken(token, 'POST', body)
  const headers = { ...request.headers, 'Idempotency-Key': key }
  const response = await api.request('/api/cart/checkout', { ...request, headers })
  return { status: response.status, response: (await response.json()) as Sent['response'] }
}

type CheckoutFixture = {
  me: Buyer
  /** The id of a kurta on sale for ₹999, with five in each size. */
  kurta: string
  viewCart: () => Promise<Cart>
  /** Orders the bag; `changes` overrides fields of the request. */
  place: (changes?: object, key?: string) => Promise<Sent>
}

/** A test by a customer with an item in the bag and an address. */
export const test = apiTest.extend<CheckoutFixture>({
  me: async ({ db }, use) => use(await createBuyer(db)),
  kurta: async ({ db }, use) => use(await onSale(db)),
  viewCart: async ({ api, me }, use) => use(() => readCart(api, me)),
  place: async ({ api, me, viewCart }, use) =>
    use(async (changes, key) =>
      placeOrder(api, me, {
        body: orderRequest(me, await viewCart(), changes),
        ...(key ? { key } : {}),
      }),
    ),
})

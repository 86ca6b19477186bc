import type { OrderStatus } from '#contract/orders/order.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { orderRequest, readCart, placeOrder, test as checkoutTest } from './checkoutTest.ts'
import { addToCart, onSale } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

type LimitFixture = {
  order: (paymentMethod: string, quantity?: number) => Promise<OrderResponse>
  /** Places a cash order, moves it to the given status and returns its order number. */
  deliver: (...steps: OrderStatus[]) => Promise<string>
  /** The reason that the checkout page gives in advance for refusing cash. */
  readCashRefusal: (addressId: string) => Promise<{ status: number; cashRefusal?: string }>
}
type OrderResponse = { status: number; response: { msg?: string; result: never } }

/** The dependencies of a store with its rate limits on. */
export const rateLimitedDeps = () => createTestDeps({ hasRateLimits: true })

export const cash = 'cash on delivery'

/** A store with its rate limits on and stock that does not run out. */
export const test = checkoutTest.extend<LimitFixture>({
  order: async ({ db, me }, use) => {
    const api = createTestApi(db, rateLimitedDeps())
    const productId = await onSale(db, {
      stock: { M: 500 },
      pricePaise: 9999_00,
      mrpPaise: 9999_00,
    })
    await use(async (paymentMethod, quantity = 1) => {
      // A refused item stays in the bag.
      const { products } = await readCart(api, me)
      if (products.length === 0) await addToCart(db, me.userId, { productId, quantity })
      const body = orderRequest(me, await readCart(api, me), { paymentMethod })
      return placeOrder(api, me, { body }) as Promise<OrderResponse>
    })
  },
  deliver: async ({ db, order }, use) =>
    use(async (...steps) => {
      const placed = (await order(cash)).response.result as {
        order: { _id: string; orderID: string }
      }
      const { _id: orderId, orderID } = placed.order
      for (const to of steps) await transitionOrder(db, { orderId, to, by: 'courier' })
      return orderID
    }),
  readCashRefusal: async ({ db, me }, use) => {
    const api = createTestApi(db, rateLimitedDeps())
    await use(async (addressId) => {
      const path = `/api/cart/view/${me.userId}?addressId=${addressId}`
      const response = await api.request(path, withToken(me.token))
      return { status: response.status, ...((await response.json()) as object) }
    })
  },
})

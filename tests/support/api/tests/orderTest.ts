import { test as checkoutTest } from './checkoutTest.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'

type OrderFixture = {
  /** The id of an order of one kurta in size M. */
  orderId: string
  read: (
    id?: string,
  ) => Promise<{ status: number; response: { result: Record<string, unknown>; msg?: string } }>
}

/** A test by a customer with a placed order. */
export const test = checkoutTest.extend<OrderFixture>({
  orderId: async ({ db, me, kurta, place }, use) => {
    await addToCart(db, me.userId, { productId: kurta })
    const { response } = await place()
    const { order } = response.result as { order: { _id: string } }
    await use(order._id)
  },
  read: async ({ api, me, orderId }, use) =>
    use(async (id = orderId) => {
      const response = await api.request(`/api/orders/${id}`, withToken(me.token))
      return { status: response.status, response: await response.json() }
    }),
})

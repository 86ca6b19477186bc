import { test as checkoutTest } from './checkoutTest.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'
import { withToken } from './requests.ts'

type OrderFixture = {
  /** The id of an order of one kurta in size M. */
  orderId: string
  read: (
    id?: string,
  ) => Promise<{ status: number; answer: { result: Record<string, unknown>; msg?: string } }>
}

/** A test by a customer with a placed order. */
export const test = checkoutTest.extend<OrderFixture>({
  orderId: async ({ db, me, kurta, place }, use) => {
    await addToCart(db, me.userId, { productId: kurta })
    const { answer } = await place()
    const { order } = answer.result as { order: { _id: string } }
    await use(order._id)
  },
  read: async ({ api, me, orderId }, use) =>
    use(async (id = orderId) => {
      const answer = await api.request(`/api/orders/${id}`, withToken(me.token))
      return { status: answer.status, answer: await answer.json() }
    }),
})

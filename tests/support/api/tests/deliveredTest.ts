import { eq } from 'drizzle-orm'

import type { Order, OrderStatus } from '#contract/orders/order.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { transitionLine } from '#server/features/orders/lineTransitions.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { test as orderTest } from './orderTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

type DeliveredFixture = {
  /** A delivered cash order of one kurta in size M, and its line. */
  delivered: { orderId: string; lineId: string }
  order: () => Promise<Order>
  /** The kurta's stock by size. */
  readStock: () => Promise<Record<string, number>>
  send: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; response: never }>
  /** Moves the line to another status, as the store or the courier does. */
  moveTo: (to: OrderStatus) => Promise<void>
}

/** A test by a customer whose order was delivered. */
export const test = orderTest.extend<DeliveredFixture>({
  delivered: async ({ db, orderId, read }, use) => {
    await saveInitialStoreFacts(db, demoFacts)
    for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
      await transitionOrder(db, { orderId, to, by: 'courier' })
    }
    const { products: lines } = (await read()).response.result as Pick<Order, 'products'>
    await use({ orderId, lineId: lines[0]?._id ?? '' })
  },
  order: async ({ read }, use) =>
    use(async () => (await read()).response.result as unknown as Order),
  readStock: async ({ db, kurta }, use) =>
    use(async () => {
      const [row] = await db.select().from(products).where(eq(products.id, kurta))
      return row?.stock.indore ?? {}
    }),
  send: async ({ api, me }, use) =>
    use(async (method, path, body) => {
      const response = await api.request(`/api/${path}`, withToken(me.token, method, body))
      return { status: response.status, response: (await response.json()) as never }
    }),
  moveTo: async ({ db, delivered }, use) =>
    use((to) => transitionLine(db, { ...delivered, to, by: 'store' })),
})

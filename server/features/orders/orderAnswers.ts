import { type Answers, ok } from '#server/platform/answers.ts'
import { cancelOrder } from './cancelOrder.ts'
import { readOrder, readOrders } from './readOrders.ts'

/** What a user has ordered, and what may still be done about it. */
export const orderAnswers: Answers = {
  readOrders: async ({ store }) => ok({ result: { data: await readOrders(store) } }),
  readOrder: async ({ store, params }) => ok({ result: await readOrder(store, params.id ?? '') }),
  cancelOrder: async ({ store, body: { orderId, orderItemIds } }) => {
    await cancelOrder(store, orderId, orderItemIds)
    return ok({ msg: 'Order cancelled successfully' })
  },
}

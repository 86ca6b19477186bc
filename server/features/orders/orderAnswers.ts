import { type Answers, ok } from '#server/platform/answers.ts'
import type { OrderNews } from '#server/platform/orderNews.ts'
import { askExchange } from './askExchange.ts'
import { askReturn } from './askReturn.ts'
import { cancelOrder } from './cancelOrder.ts'
import { followOrders } from './followOrders.ts'
import { keepReturnPhoto, shrinkReturnPhoto } from './returnPhotos.ts'
import { orderAgain, type PutIntoCart } from './orderAgain.ts'
import { readInvoice } from './readInvoice.ts'
import { readOrder, readOrders } from './readOrders.ts'

export type OrderOutside = { news: OrderNews }
type Parts = OrderOutside & { putIntoCart: PutIntoCart }

/** What a user has ordered, and what may still be done about it. */
export function orderAnswers({ news, putIntoCart }: Parts): Answers {
  return {
    readOrders: async ({ store }) => ok({ result: { data: await readOrders(store) } }),
    readOrder: async ({ store, params }) => ok({ result: await readOrder(store, params.id ?? '') }),
    followOrders: (asked) => followOrders(asked, news),
    readInvoice: async ({ store, params }) =>
      ok({ result: await readInvoice(store, params.id ?? '') }),

    cancelOrder: async ({ store, body: { orderId, orderItemIds } }) => {
      await cancelOrder(store, orderId, orderItemIds)
      return ok({ msg: 'Order cancelled successfully' })
    },
    orderAgain: async ({ store, params }) =>
      ok({ result: await orderAgain(store, params.id ?? '', putIntoCart) }),

    addReturnPhoto: {
      prepare: async ({ store, upload }) => ({ upload: await shrinkReturnPhoto(store, upload) }),
      begin: async ({ store, upload }) =>
        ok({ result: { url: await keepReturnPhoto(store, upload) } }),
    },
    returnLines: async ({ store, body }) => {
      await askReturn(store, body)
      return ok({ msg: 'Your return is requested. We will pick it up soon.' })
    },
    exchangeLine: async ({ store, body }) => {
      await askExchange(store, body)
      return ok({ msg: 'Your exchange is requested. We keep the new size for you.' })
    },
  }
}

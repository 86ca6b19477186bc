import { and, eq } from 'drizzle-orm'

import type { Cart } from '#contract/cart.ts'
import type { Invoice } from '#contract/order.ts'
import { readCart } from '#server/commerce/carts.ts'
import { type OrderEvents, streamOrderEvents } from './orderEvents.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { invoices } from '#server/database/schema/orders.ts'
import { type Handlers, ok, type CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { transitionOrder } from './orderTransitions.ts'
import { readOrder, readOrders } from './readOrders.ts'
import { requestExchange, requestReturn, resizeReturnPhoto, saveReturnPhoto } from './returns.ts'

export type OrderDeps = { orderEvents: OrderEvents }
type OrderHandlerDeps = OrderDeps & { putIntoCart: AddToCart }

/** Orders of a customer: history, live updates, cancellation, returns and exchanges. */
export function orderHandlers({ orderEvents, putIntoCart }: OrderHandlerDeps): Handlers {
  return {
    readOrders: async ({ store }) => ok({ result: { data: await readOrders(store) } }),
    readOrder: async ({ store, params }) => ok({ result: await readOrder(store, params.id ?? '') }),
    streamOrderEvents: (request) => streamOrderEvents(request, orderEvents),
    readInvoice: async ({ store, params }) =>
      ok({ result: await readInvoice(store, params.id ?? '') }),

    cancelOrder: async ({ store, body: { orderId, orderItemIds } }) => {
      await cancelOrder(store, orderId, orderItemIds)
      return ok({ msg: 'Order cancelled successfully' })
    },
    orderAgain: async ({ store, params }) =>
      ok({ result: await orderAgain(store, params.id ?? '', putIntoCart) }),

    addReturnPhoto: {
      prepare: async ({ store, upload }) => ({ upload: await resizeReturnPhoto(store, upload) }),
      begin: async ({ store, upload }) =>
        ok({ result: { url: await saveReturnPhoto(store, upload) } }),
    },
    returnLines: async ({ store, body }) => {
      await requestReturn(store, body)
      return ok({ msg: 'We’ve received your return request. We’ll pick up the items soon.' })
    },
    exchangeLine: async ({ store, body }) => {
      await requestExchange(store, body)
      return ok({ msg: 'We’ve received your exchange request. The new size is reserved for you.' })
    },
  }
}

type CartItem = { productId: string; size: string; quantity: number }
type AddToCart = (store: CustomerStore, item: CartItem) => Promise<unknown>

/**
 * Adds the items of an order to the cart again. Returns the names of items that are not available.
 */
function orderAgain(
  store: CustomerStore,
  orderId: string,
  putIntoCart: AddToCart,
): Promise<{ cart: Cart; missing: string[] }> {
  return inTransaction(store.db, async (db) => {
    const storeInTransaction = { ...store, db }
    const { products } = await readOrder(storeInTransaction, orderId)
    const missing: string[] = []
    for (const { productId: product, size, soldSize, exchangeDetails, quantity } of products) {
      const item = {
        productId: product._id,
        size: exchangeDetails?.newProductSize ?? soldSize ?? size,
        quantity,
      }
      await putIntoCart(storeInTransaction, item).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error
        missing.push(`${product.name}, size ${item.size}`)
      })
    }
    return { cart: await readCart(db, store.userId), missing }
  })
}

/** Cancels an order before it ships. An order can only be cancelled as a whole. */
async function cancelOrder(store: CustomerStore, orderId: string, lineIds: string[]) {
  const { products } = await readOrder(store, orderId)
  const isWhole =
    new Set(lineIds).size === products.length && products.every(({ _id }) => lineIds.includes(_id))
  if (!isWhole) throw new StoreError('invalid', 'You can only cancel the whole order')
  await transitionOrder(store.db, { orderId, to: 'Cancelled', by: 'shopper' })
}

/** Reads the invoice as it was issued. */
async function readInvoice(store: CustomerStore, orderId: string): Promise<Invoice> {
  await readOrder(store, orderId)
  const [invoice] = await store.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, 'invoice')))
  if (!invoice) {
    throw new StoreError(
      'not_allowed_now',
      'The invoice will be available once the order is on its way',
    )
  }
  return invoice.content as Invoice
}

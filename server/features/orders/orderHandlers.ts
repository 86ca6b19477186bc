import { and, eq } from 'drizzle-orm'

import type { Cart } from '#contract/cart/cart.ts'
import { lowerSizeText } from '#contract/catalogue/stock.ts'
import type { Invoice, RefundAccount } from '#contract/orders/order.ts'
import { type AddItemToCart, readCart } from '#server/commerce/carts.ts'
import { type OrderEvents, streamOrderEvents } from './orderEvents.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { invoices, orders } from '#server/database/schema/orders.ts'
import { type FeatureHandlers, ok, type CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { transitionOrder } from './orderTransitions.ts'
import { readOrder, readOrders } from './readOrders.ts'
import { readRiderPosition } from './staff/delivery/riderPositions.ts'
import {
  requestExchange,
  requestReturn,
  resizeReturnPhoto,
  saveReturnPhoto,
  withdrawReturn,
} from './returns.ts'

export type OrderDeps = { orderEvents: OrderEvents }
type OrderHandlerDeps = OrderDeps & { addItemToCart: AddItemToCart }

/** Orders of a customer: history, live updates, cancellation, returns and exchanges. */
export function orderHandlers({ orderEvents, addItemToCart }: OrderHandlerDeps) {
  return {
    readOrders: async ({ customer }) => ok({ result: { data: await readOrders(customer) } }),
    readOrder: async ({ customer, params }) =>
      ok({ result: await readOrder(customer, params.id ?? '') }),
    readRiderPosition: async ({ customer, params }) =>
      ok({ result: await readRiderPosition(customer, params.id ?? '') }),
    streamOrderEvents: (request) => streamOrderEvents(request, orderEvents),
    readInvoice: async ({ customer, params }) =>
      ok({ result: await readInvoice(customer, params.id ?? '') }),

    cancelOrder: async ({ customer, body: { orderId, orderItemIds } }) => {
      await cancelOrder(customer, orderId, orderItemIds)
      return ok({ msg: 'Order cancelled successfully' })
    },
    orderAgain: async ({ customer, params }) =>
      ok({ result: await orderAgain(customer, params.id ?? '', addItemToCart) }),

    addReturnPhoto: {
      prepare: async ({ customer, upload }) => ({
        upload: await resizeReturnPhoto(customer, upload),
      }),
      begin: async ({ customer, upload }) =>
        ok({ result: { url: await saveReturnPhoto(customer, upload) } }),
    },
    returnLines: async ({ customer, body }) => {
      await requestReturn(customer, body)
      return ok({
        msg: 'We’ve received your return request. We’ll pick the item up from your delivery address. Keep the product tag on.',
      })
    },
    exchangeLine: async ({ customer, body }) => {
      await requestExchange(customer, body)
      return ok({ msg: 'We’ve received your exchange request. The new size is reserved for you.' })
    },
    setRefundAccount: async ({ customer, params, body }) => {
      await setRefundAccount(customer, params.id ?? '', body)
      return ok({ msg: 'We’ll send your refund there' })
    },
    withdrawReturn: async ({ customer, body }) => {
      await withdrawReturn(customer, body)
      return ok({ msg: 'You keep the item. Nobody will come to pick it up.' })
    },
  } satisfies FeatureHandlers
}

/**
 * Adds the items of an order to the cart again. Returns the names of items that are not available.
 */
function orderAgain(
  customer: CustomerContext,
  orderId: string,
  addItemToCart: AddItemToCart,
): Promise<{ cart: Cart; missing: string[] }> {
  return inTransaction(customer.db, async (db) => {
    const customerInTransaction = { ...customer, db }
    const { products } = await readOrder(customerInTransaction, orderId)
    const missing: string[] = []
    for (const { productId: product, size, soldSize, exchangeDetails, quantity } of products) {
      const item = {
        productId: product._id,
        size: exchangeDetails?.newProductSize ?? soldSize ?? size,
        quantity,
      }
      await addItemToCart(customerInTransaction, item).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error
        missing.push(`${product.name}, ${lowerSizeText(item.size)}`)
      })
    }
    return { cart: await readCart(customerInTransaction), missing }
  })
}

/**
 * Saves where the store sends refunds of what was paid on delivery. Online payments are refunded to where they
 * came from.
 */
async function setRefundAccount(
  customer: CustomerContext,
  orderId: string,
  refundAccount: RefundAccount,
) {
  const order = await readOrder(customer, orderId)
  if (order.paymentMethod !== 'Cash on delivery') {
    throw new StoreError('not_allowed_now', 'We refund this order the way it was paid')
  }
  await customer.db.update(orders).set({ refundAccount }).where(eq(orders.id, order._id))
}

/** Cancels an order before it ships. An order can only be cancelled as a whole. */
async function cancelOrder(customer: CustomerContext, orderId: string, lineIds: string[]) {
  const { products } = await readOrder(customer, orderId)
  const isWhole =
    new Set(lineIds).size === products.length && products.every(({ _id }) => lineIds.includes(_id))
  if (!isWhole) throw new StoreError('invalid', 'You can only cancel the whole order')
  await transitionOrder(customer.db, { orderId, to: 'Cancelled', by: 'shopper' })
}

/** Reads the invoice as it was issued. */
async function readInvoice(customer: CustomerContext, orderId: string): Promise<Invoice> {
  await readOrder(customer, orderId)
  const [invoice] = await customer.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, 'invoice')))
  if (!invoice) {
    throw new StoreError('not_allowed_now', 'The invoice isn’t available yet')
  }
  return invoice.content as Invoice
}

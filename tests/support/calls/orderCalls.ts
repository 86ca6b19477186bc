import type { Entry } from './callEntry.ts'
import { placeOrder } from '#tests/support/api/checkoutTest.ts'
import { at, cartLine, fields, order } from './entityFields.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'
import { startedPaymentOf, payInWindow } from '#tests/support/api/paymentTest.ts'
import { aDelivery, anExchange, anOrder, cartAmount } from '#tests/support/api/seededShop.ts'

/** The protected calls about orders, in the format of `protectedCalls`. */
export const orderCalls: Record<string, Entry> = {
  'POST /orders/verify-payment-prepaid': {
    payload: async (shop) => {
      await addToCart(shop.db, shop.me.userId, { productId: shop.product._id })
      const body = await cartAmount(shop, { paymentMethod: 'prepaid' })
      const startedPayment = startedPaymentOf(await placeOrder(shop.api, shop.me, { body }))
      return (await payInWindow(shop.api, startedPayment)).response
    },
    carries: ['success', 'status', 'msg', 'result.data.orderID'],
  },
  'GET /orders/payment/{id}': {
    at: async (shop) => {
      await addToCart(shop.db, shop.me.userId, { productId: shop.product._id })
      const body = await cartAmount(shop, { paymentMethod: 'prepaid' })
      return { id: startedPaymentOf(await placeOrder(shop.api, shop.me, { body })).order._id }
    },
    carries: ['success', 'result.state', 'result.order.orderID'],
  },
  'GET /orders/view': {
    at: async (shop) => {
      await anExchange(shop)
      return {}
    },
    carries: ['success', ...at('result.data[]', order)],
  },
  'GET /orders/{id}': {
    at: async (shop) => ({ id: (await anExchange(shop)).orderId }),
    carries: ['success', ...at('result', order)],
  },
  'GET /orders/send-payment-link/{id}': {
    at: async (shop) => ({ id: (await anOrder(shop)).orderId }),
    carries: ['success', 'msg'],
  },
  'PUT /orders/cancel': {
    payload: async (shop) => {
      const { orderId, lineId } = await anOrder(shop)
      return { orderId, orderItemIds: [lineId] }
    },
    carries: ['success', 'msg'],
  },
  'GET /orders/events': { carries: [] },
  'GET /orders/{id}/invoice': {
    at: async (shop) => ({ id: (await aDelivery(shop)).orderId }),
    carries: at('result', [
      ...fields('number at total seller.name seller.address seller.gstin buyer.name'),
      ...at('lines[]', fields('name hsn quantity taxable gstPercent cgst sgst igst total')),
    ]),
  },
  'POST /orders/{id}/again': {
    at: async (shop) => ({ id: (await aDelivery(shop)).orderId }),
    carries: ['success', ...at('result.cart.products[]', cartLine), 'result.missing'],
  },
  // Its body is a photo, not JSON; returnPhotos.test.ts sends one.
  'POST /orders/return-photos': { carries: ['result.url'] },
  'PATCH /orders/return': {
    payload: async (shop) => {
      const { orderId, lineId: orderItemId } = await aDelivery(shop)
      const returnPhotos = ['/images/placeholder.svg', 'https://example.com/150.png']
      const line = { orderItemId, returnReason: 'Quality issue', returnPhotos }
      return { orderId, returnData: [line], action: 'returnProduct' }
    },
    carries: ['success', 'msg'],
  },
  'PATCH /orders/exchange': {
    payload: async (shop) => {
      const { orderId, lineId } = await aDelivery(shop)
      return {
        orderId,
        orderItemIdToExchange: lineId,
        exchangeProductId: shop.product._id,
        size: 'L',
        exchangeReason: 'Some reason',
      }
    },
    carries: ['success', 'msg'],
  },
}

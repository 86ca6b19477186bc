import type { Entry } from './callEntry.ts'
import { placeOrder } from '#tests/support/api/tests/checkoutTest.ts'
import { cartLine, fields, fieldsAt, order } from './entityFields.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'
import { startedPaymentOf, payInWindow } from '#tests/support/api/tests/paymentTest.ts'
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
    responseFields: ['success', 'status', 'msg', 'result.data.orderID'],
  },
  'GET /orders/payment/{id}': {
    pathParams: async (shop) => {
      await addToCart(shop.db, shop.me.userId, { productId: shop.product._id })
      const body = await cartAmount(shop, { paymentMethod: 'prepaid' })
      return { id: startedPaymentOf(await placeOrder(shop.api, shop.me, { body })).order._id }
    },
    responseFields: ['success', 'result.state', 'result.order.orderID'],
  },
  'GET /orders/view': {
    pathParams: async (shop) => {
      await anExchange(shop)
      return {}
    },
    responseFields: ['success', ...fieldsAt('result.data[]', order)],
  },
  'GET /orders/{id}': {
    pathParams: async (shop) => ({ id: (await anExchange(shop)).orderId }),
    responseFields: ['success', ...fieldsAt('result', order)],
  },
  // Null unless a rider is on the way; riderPositions.test.ts sends a position.
  'GET /orders/{id}/rider': {
    pathParams: async (shop) => ({ id: (await anOrder(shop)).orderId }),
    responseFields: ['success', 'result'],
  },
  'GET /orders/send-payment-link/{id}': {
    pathParams: async (shop) => ({ id: (await anOrder(shop)).orderId }),
    responseFields: ['success', 'msg'],
  },
  'PUT /orders/cancel': {
    payload: async (shop) => {
      const { orderId, lineId } = await anOrder(shop)
      return { orderId, orderItemIds: [lineId] }
    },
    responseFields: ['success', 'msg'],
  },
  'GET /orders/events': { responseFields: [] },
  'GET /orders/{id}/invoice': {
    pathParams: async (shop) => ({ id: (await aDelivery(shop)).orderId }),
    responseFields: fieldsAt('result', [
      ...fields('number at total seller.name seller.address seller.gstin buyer.name'),
      ...fieldsAt('lines[]', fields('name hsn quantity taxable gstPercent cgst sgst igst total')),
    ]),
  },
  'POST /orders/{id}/again': {
    pathParams: async (shop) => ({ id: (await aDelivery(shop)).orderId }),
    responseFields: ['success', ...fieldsAt('result.cart.products[]', cartLine), 'result.missing'],
  },
  // Its body is a photo, not JSON; returnPhotos.test.ts sends one.
  'POST /orders/return-photos': { responseFields: ['result.url'] },
  'PATCH /orders/return': {
    payload: async (shop) => {
      const { orderId, lineId: orderItemId } = await aDelivery(shop)
      const returnPhotos = ['/images/placeholder.svg', 'https://example.com/150.png']
      const line = { orderItemId, returnReason: 'Quality issue', returnPhotos }
      return { orderId, returnData: [line], action: 'returnProduct' }
    },
    responseFields: ['success', 'msg'],
  },
  'PUT /orders/{id}/refund-account': {
    pathParams: async (shop) => ({ id: (await anOrder(shop)).orderId }),
    payload: async () => ({ kind: 'upi', upiId: 'meera@okbank' }),
    responseFields: ['success', 'msg'],
  },
  'PATCH /orders/withdraw-return': {
    payload: async (shop) => {
      const { orderId, lineId: orderItemId } = await anExchange(shop)
      return { orderId, orderItemId }
    },
    responseFields: ['success', 'msg'],
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
    responseFields: ['success', 'msg'],
  },
}

import { withToken } from '#tests/support/api/requests.ts'
import { aCoupon, addToCart, indore } from '#tests/support/shopper/givens.ts'
import { orderCalls } from './orderCalls.ts'
import {
  address,
  cart,
  cartLine,
  coupon,
  fields,
  fieldsAt,
  product,
  receiver,
  user,
} from './entityFields.ts'
import type { Entry } from './callEntry.ts'
import {
  aCart,
  anOtp,
  aDelivery,
  aComplaint,
  aReview,
  aWishlistLine,
  productAt,
  cartAmount,
} from '#tests/support/api/seededShop.ts'

const home = {
  street: '12 Scheme 78',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  label: 'home',
}
const subscription = {
  endpoint: 'https://push.example/one',
  keys: { p256dh: `BK${'x'.repeat(85)}`, auth: 'x'.repeat(22) },
}
/** Every call that needs a token, in the format of `publicCalls`. */
export const protectedCalls: Record<string, Entry> = {
  'GET /complaints': {
    pathParams: aComplaint,
    responseFields: fieldsAt('result.data[]', fields('ticket at text isAnswered messages')),
  },
  'POST /complaints/{ticket}/reply': {
    pathParams: aComplaint,
    payload: () => ({ text: 'It has arrived' }),
    responseFields: ['success', 'msg'],
  },
  'POST /user/place-alert': {
    payload: () => ({ latitude: indore.latitude, longitude: indore.longitude }),
    responseFields: ['success'],
  },
  'POST /user/logout': { responseFields: ['success'] },
  'PUT /user/profile': {
    payload: () => ({
      firstName: 'Asha',
      lastName: 'Rao',
      contactNumber: '9826041375',
      gender: 'female',
      dateOfBirth: '1994-05-17',
      email: 'asha@example.com',
    }),
    responseFields: ['success', ...fieldsAt('user', user)],
  },
  'GET /user/export': { responseFields: ['success', 'result'] },
  'DELETE /user': {
    payload: async (shop) => ({ otp: (await anOtp(shop)).otp }),
    responseFields: ['success'],
  },
  'GET /address': { responseFields: ['success', ...fieldsAt('address[]', address)] },
  'POST /address/add': {
    payload: () => ({ ...home, ...indore }),
    responseFields: ['success', ...fieldsAt('address', address)],
  },
  'PUT /address/update': {
    payload: ({ me: { addressId } }) => ({ addressId, ...home, label: 'work' }),
    responseFields: ['success', ...fieldsAt('address', address)],
  },
  'DELETE /address/delete/{id}': {
    pathParams: ({ me }) => ({ id: me.addressId }),
    responseFields: ['success', 'message'],
  },
  'GET /cart/view/{userId}': {
    pathParams: async (shop) => {
      await aCart(shop)
      return { userId: shop.me.userId }
    },
    responseFields: [
      'success',
      ...fieldsAt('result', cart),
      ...fieldsAt('result.receiver', receiver),
    ],
  },
  'POST /cart/add': {
    payload: async (shop) => {
      await aCart(shop)
      return { userId: shop.me.userId, productId: shop.product._id, size: 'L' }
    },
    responseFields: ['success', ...fieldsAt('result', cart)],
  },
  'PUT /cart/update': {
    payload: async (shop) => {
      const { userId, addressId } = shop.me
      const { couponId } = await aCart(shop)
      return {
        userId,
        addressId,
        couponId,
        receiver: { name: 'Asha Rao', contactNumber: '9826041375' },
      }
    },
    responseFields: ['success', 'status', ...fieldsAt('result', cart)],
  },
  'DELETE /cart/remove': {
    payload: async (shop) => {
      const { lineId } = await aCart(shop)
      await addToCart(shop.db, shop.me.userId, { productId: shop.product._id, size: 'L' })
      return { userId: shop.me.userId, productItemId: lineId }
    },
    responseFields: ['success', ...fieldsAt('result.products[]', cartLine), 'result.totalAmount'],
  },
  'POST /cart/move-to-wishlist': {
    payload: async (shop) => ({ userId: shop.me.userId, cartItemId: (await aCart(shop)).lineId }),
    responseFields: ['success'],
  },
  'POST /cart/checkout': {
    payload: async (shop) => {
      await aCart(shop)
      return cartAmount(shop, {
        paymentMethod: 'prepaid',
        receiver: { name: 'Asha Rao', contactNumber: '9826041375' },
      })
    },
    responseFields: [
      ...['success', 'status'],
      ...fieldsAt('result.order', ['_id', 'orderID', 'orderSlug', 'amount']),
      ...fieldsAt('result.paymentOrder', fields('_id orderID orderSlug razorpayOrderId amount')),
      ...fieldsAt('result.paymentOrder', ['currency', 'key']),
    ],
  },
  ...orderCalls,
  'GET /wishlist/view': {
    pathParams: aWishlistLine,
    responseFields: [
      'success',
      ...fieldsAt('result.products[].productId', product),
      'result.products[].size',
    ],
  },
  'GET /wishlist/viewWishlistProductIds': {
    pathParams: aWishlistLine,
    responseFields: ['success', 'allProductIds[]'],
  },
  'GET /wishlist/checkWishlistStatus/{id}': {
    pathParams: productAt,
    responseFields: ['success', 'status'],
  },
  'POST /wishlist/add': {
    payload: ({ me: { userId }, product: { _id: productId } }) => ({
      userId,
      productId,
      description: 'A kurta',
      size: 'M',
    }),
    responseFields: ['success'],
  },
  'POST /wishlist/move-to-cart/{productId}': {
    pathParams: async (shop) => {
      await aWishlistLine(shop)
      return { productId: shop.product._id }
    },
    payload: ({ me: { userId }, product: { _id: productId } }) => ({
      userId,
      productId,
      size: 'M',
      description: 'A kurta',
      price: 1,
    }),
    responseFields: ['success'],
  },
  'DELETE /wishlist/remove/{productId}': {
    pathParams: ({ product: { _id: productId } }) => ({ productId }),
    payload: ({ me: { userId }, product: { _id: productId } }) => ({ userId, productId }),
    responseFields: ['success'],
  },
  'GET /coupons/get-user-coupons': {
    pathParams: async ({ db }) => {
      await aCoupon(db)
      return {}
    },
    responseFields: ['success', ...fieldsAt('result.data[]', coupon)],
  },
  'POST /coupons/is-applicable': {
    payload: async (shop) => {
      const { lineId, couponId } = await aCart(shop)
      return { couponId, checkout_items: [{ _id: lineId }] }
    },
    responseFields: [
      ...['success', 'msg', ...fieldsAt('result.data.appliedCoupon', coupon)],
      ...fieldsAt('result.data', [
        'baseAmount',
        'couponAmount',
        'discountUpTo',
        'discountedAmount',
      ]),
      'result.data.discountType',
    ],
  },
  'GET /products/{id}/reviews/own': {
    pathParams: async (shop) => {
      await aReview(shop)
      return productAt(shop)
    },
    responseFields: [
      'success',
      ...fieldsAt('result.review', fields('stars words fit size firstName at photos')),
    ],
  },
  // Its body is a photo, not JSON; reviewPhotos.test.ts sends one.
  'POST /products/{id}/reviews/photos': {
    pathParams: async (shop) => {
      await aDelivery(shop)
      return productAt(shop)
    },
    responseFields: ['result.url'],
  },
  'POST /products/{id}/reviews': {
    pathParams: async (shop) => {
      await aDelivery(shop)
      return productAt(shop)
    },
    payload: () => ({ stars: 5, words: '', fit: null }),
    responseFields: ['success'],
  },
  'POST /products/{id}/notify': {
    pathParams: productAt,
    payload: () => ({ kind: 'price', size: null }),
    responseFields: ['success'],
  },
  'DELETE /products/{id}/notify': {
    pathParams: productAt,
    payload: () => ({ kind: 'price' }),
    responseFields: ['success'],
  },
  'POST /push/subscribe': {
    payload: () => ({ subscription, topics: ['orders', 'restock', 'price', 'offers'] }),
    responseFields: ['success'],
  },
  'POST /push/test': {
    payload: async ({ api, me }) => {
      const body = { subscription, topics: ['orders'] }
      await api.request('/api/push/subscribe', withToken(me.token, 'POST', body))
      return { subscription }
    },
    responseFields: ['success'],
  },
  'POST /push/unsubscribe': { payload: () => ({ subscription }), responseFields: ['success'] },
}

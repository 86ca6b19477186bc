import { aCoupon, addToCart, indore } from '#tests/support/shopper/givens.ts'
import { orderCalls } from './orderCalls.ts'
import {
  address,
  at,
  cart,
  cartLine,
  coupon,
  fields,
  product,
  receiver,
  user,
} from './entityFields.ts'
import type { Entry } from './callEntry.ts'
import {
  aCart,
  aCode,
  aDelivery,
  aReview,
  aWish,
  productAt,
  cartAmount,
} from '#tests/support/api/seededShop.ts'

const house = {
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
  'POST /user/logout': { carries: ['success'] },
  'PUT /user/profile': {
    payload: () => ({
      firstName: 'Asha',
      lastName: 'Rao',
      contactNumber: '9826041375',
      gender: 'female',
      dateOfBirth: '1994-05-17',
      email: 'asha@example.com',
    }),
    carries: ['success', ...at('user', user)],
  },
  'GET /user/export': { carries: ['success', 'result'] },
  'DELETE /user': {
    payload: async (shop) => ({ otp: (await aCode(shop)).otp }),
    carries: ['success'],
  },
  'GET /address': { carries: ['success', ...at('address[]', address)] },
  'POST /address/add': {
    payload: () => ({ ...house, ...indore }),
    carries: ['success', ...at('address', address)],
  },
  'PUT /address/update': {
    payload: ({ me: { addressId } }) => ({ addressId, ...house, label: 'work' }),
    carries: ['success', ...at('address', address)],
  },
  'DELETE /address/delete/{id}': {
    at: ({ me }) => ({ id: me.addressId }),
    carries: ['success', 'message'],
  },
  'GET /cart/view/{userId}': {
    at: async (shop) => {
      await aCart(shop)
      return { userId: shop.me.userId }
    },
    carries: ['success', ...at('result', cart), ...at('result.receiver', receiver)],
  },
  'POST /cart/add': {
    payload: async (shop) => {
      await aCart(shop)
      return { userId: shop.me.userId, productId: shop.product._id, size: 'L' }
    },
    carries: ['success', ...at('result', cart)],
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
    carries: ['success', 'status', ...at('result', cart)],
  },
  'DELETE /cart/remove': {
    payload: async (shop) => {
      const { lineId } = await aCart(shop)
      await addToCart(shop.db, shop.me.userId, { productId: shop.product._id, size: 'L' })
      return { userId: shop.me.userId, productItemId: lineId }
    },
    carries: ['success', ...at('result.products[]', cartLine), 'result.totalAmount'],
  },
  'POST /cart/move-to-wishlist': {
    payload: async (shop) => ({ userId: shop.me.userId, cartItemId: (await aCart(shop)).lineId }),
    carries: ['success'],
  },
  'POST /cart/checkout': {
    payload: async (shop) => {
      await aCart(shop)
      return cartAmount(shop, {
        paymentMethod: 'prepaid',
        receiver: { name: 'Asha Rao', contactNumber: '9826041375' },
      })
    },
    carries: [
      ...['success', 'status'],
      ...at('result.order', ['_id', 'orderID', 'orderSlug', 'amount']),
      ...at('result.paymentOrder', fields('_id orderID orderSlug razorpayOrderId amount')),
      ...at('result.paymentOrder', ['currency', 'key']),
    ],
  },
  ...orderCalls,
  'GET /wishlist/view': {
    at: aWish,
    carries: ['success', ...at('result.products[].productId', product), 'result.products[].size'],
  },
  'GET /wishlist/viewWishlistProductIds': { at: aWish, carries: ['success', 'allProductIds[]'] },
  'GET /wishlist/checkWishlistStatus/{id}': { at: productAt, carries: ['success', 'status'] },
  'POST /wishlist/add': {
    payload: ({ me: { userId }, product: { _id: productId } }) => ({
      userId,
      productId,
      description: 'A kurta',
      size: 'M',
    }),
    carries: ['success'],
  },
  'POST /wishlist/move-to-cart/{productId}': {
    at: async (shop) => {
      await aWish(shop)
      return { productId: shop.product._id }
    },
    payload: ({ me: { userId }, product: { _id: productId } }) => ({
      userId,
      productId,
      size: 'M',
      description: 'A kurta',
      price: 1,
    }),
    carries: ['success'],
  },
  'DELETE /wishlist/remove/{productId}': {
    at: ({ product: { _id: productId } }) => ({ productId }),
    payload: ({ me: { userId }, product: { _id: productId } }) => ({ userId, productId }),
    carries: ['success'],
  },
  'GET /coupons/get-user-coupons': {
    at: async ({ db }) => {
      await aCoupon(db)
      return {}
    },
    carries: ['success', ...at('result.data[]', coupon)],
  },
  'POST /coupons/is-applicable': {
    payload: async (shop) => {
      const { lineId, couponId } = await aCart(shop)
      return { couponId, checkout_items: [{ _id: lineId }] }
    },
    carries: [
      ...['success', 'msg', ...at('result.data.appliedCoupon', coupon)],
      ...at('result.data', ['baseAmount', 'couponAmount', 'discountUpTo', 'discountedAmount']),
      'result.data.discountType',
    ],
  },
  'GET /products/{id}/reviews/own': {
    at: async (shop) => {
      await aReview(shop)
      return productAt(shop)
    },
    carries: [
      'success',
      ...at('result.review', fields('stars words fit size firstName at photos')),
    ],
  },
  // Its body is a photo, not JSON; reviewPhotos.test.ts sends one.
  'POST /products/{id}/reviews/photos': {
    at: async (shop) => {
      await aDelivery(shop)
      return productAt(shop)
    },
    carries: ['result.url'],
  },
  'POST /products/{id}/reviews': {
    at: async (shop) => {
      await aDelivery(shop)
      return productAt(shop)
    },
    payload: () => ({ stars: 5, words: '', fit: null }),
    carries: ['success'],
  },
  'POST /products/{id}/notify': {
    at: productAt,
    payload: () => ({ kind: 'price', size: null }),
    carries: ['success'],
  },
  'DELETE /products/{id}/notify': {
    at: productAt,
    payload: () => ({ kind: 'price' }),
    carries: ['success'],
  },
  'POST /push/subscribe': {
    payload: () => ({ subscription, topics: ['orders', 'restock', 'price', 'offers'] }),
    carries: ['success'],
  },
  'POST /push/unsubscribe': { payload: () => ({ subscription }), carries: ['success'] },
}

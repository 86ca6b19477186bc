import { type CacheLifetime, publicReads } from './publicReads.ts'

/**
 * Every API call, once: the public reads are in publicReads.ts. The client, the service worker's
 * routes, what a logout deletes, what a change invalidates, the cache headers, the API reference and
 * the authorisation test follow from this table. Each subject's module has the schemas of its calls.
 */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `/api`; parameters start with a colon. */
  path: string
  access: Access
  cache: CacheLifetime
  /** Whether every visitor gets the same response. A customer's reads are their own. */
  isShared?: boolean
}

/** Who may send a call. Only `public` calls are sent without a token. */
export type Access = 'public' | 'user'

const publicPost = (path: string) =>
  ({ method: 'POST', path, access: 'public', cache: 'never' }) as const
const own = (method: Call['method'], path: string) =>
  ({ method, path, access: 'user', cache: 'never' }) as const

export const calls = {
  ...publicReads,
  renewSubscription: publicPost('/push/renew'),
  complain: publicPost('/complaints'),
  reportVitals: publicPost('/vitals'),
  login: publicPost('/user/login'),
  verifyOtp: publicPost('/user/verify-otp'),
  signup: publicPost('/user/signup'),

  logout: own('POST', '/user/logout'),
  updateProfile: own('PUT', '/user/profile'),
  exportUser: own('GET', '/user/export'),
  deleteUser: own('DELETE', '/user'),
  readAddresses: own('GET', '/address'),
  addAddress: own('POST', '/address/add'),
  updateAddress: own('PUT', '/address/update'),
  deleteAddress: own('DELETE', '/address/delete/:id'),
  readCart: own('GET', '/cart/view/:userId'),
  addToCart: own('POST', '/cart/add'),
  updateCart: own('PUT', '/cart/update'),
  removeLine: own('DELETE', '/cart/remove'),
  moveToWishlist: own('POST', '/cart/move-to-wishlist'),
  placeOrder: own('POST', '/cart/checkout'),
  verifyPayment: own('POST', '/orders/verify-payment-prepaid'),
  readPayment: own('GET', '/orders/payment/:id'),
  readOrders: own('GET', '/orders/view'),
  streamOrderEvents: own('GET', '/orders/events'),
  sendPaymentLink: own('GET', '/orders/send-payment-link/:id'),
  readInvoice: own('GET', '/orders/:id/invoice'),
  readOrder: own('GET', '/orders/:id'),
  cancelOrder: own('PUT', '/orders/cancel'),
  orderAgain: own('POST', '/orders/:id/again'),
  addReturnPhoto: own('POST', '/orders/return-photos'),
  returnLines: own('PATCH', '/orders/return'),
  exchangeLine: own('PATCH', '/orders/exchange'),
  readWishlist: own('GET', '/wishlist/view'),
  readWishlistIds: own('GET', '/wishlist/viewWishlistProductIds'),
  readWishlistStatus: own('GET', '/wishlist/checkWishlistStatus/:id'),
  addToWishlist: own('POST', '/wishlist/add'),
  moveToCart: own('POST', '/wishlist/move-to-cart/:productId'),
  removeFromWishlist: own('DELETE', '/wishlist/remove/:productId'),
  readCoupons: own('GET', '/coupons/get-user-coupons'),
  tryCoupon: own('POST', '/coupons/is-applicable'),
  readOwnReview: own('GET', '/products/:id/reviews/own'),
  addReviewPhoto: own('POST', '/products/:id/reviews/photos'),
  addReview: own('POST', '/products/:id/reviews'),
  addProductAlert: own('POST', '/products/:id/notify'),
  removeProductAlert: own('DELETE', '/products/:id/notify'),
  subscribe: own('POST', '/push/subscribe'),
  unsubscribe: own('POST', '/push/unsubscribe'),
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

import { type CacheLifetime, type PublicReadName, publicReads } from './reads.ts'
import { publicWrites } from './publicWrites.ts'

/**
 * Every API call, once; those without a login are in `reads.ts` and `publicWrites.ts`. The client,
 * the service worker's routes, what a logout deletes, what a change invalidates, the cache headers, the
 * API reference and the authorisation test follow from this table. Each subject's module has the schemas
 * of its calls.
 */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `/api`; parameters start with a colon. */
  path: string
  access: Access
  cache: CacheLifetime
  /** Whether every visitor gets the same response. */
  isShared?: boolean
  /** Whether it depends on the stock of the warehouse that serves the shopper: it is sent with `warehouse`. */
  hasStock?: boolean
  /** The public reads that it changes: the server drops its cached responses. */
  invalidates?: readonly PublicReadName[]
}

/** Who may send a call. Only `public` calls are sent without a token; those of the staff are in staffCalls.ts. */
export type Access = 'public' | 'user' | 'staff'

const ownRead = (path: string) => ({ method: 'GET', path, access: 'user', cache: 'never' }) as const
const ownWrite = (method: Call['method'], path: string, invalidates: readonly PublicReadName[]) =>
  ({ method, path, access: 'user', cache: 'never', invalidates }) as const

const withStock = <BaseCall extends Call>(call: BaseCall) => ({ ...call, hasStock: true }) as const

/** The reads that show stock, which orders reserve and release. */
const stock = [
  'readProduct',
  'readProducts',
  'readPairings',
  'readFilters',
  'suggestProducts',
] as const satisfies PublicReadName[]
const ratings = [...stock, 'readReviews'] as const satisfies PublicReadName[]

export const calls = {
  ...publicReads,
  ...publicWrites,

  exportUser: ownRead('/user/export'),
  readAddresses: ownRead('/address'),
  readCart: withStock(ownRead('/cart/view/:userId')),
  readPayment: ownRead('/orders/payment/:id'),
  readOrders: ownRead('/orders/view'),
  streamOrderEvents: ownRead('/orders/events'),
  sendPaymentLink: ownRead('/orders/send-payment-link/:id'),
  readInvoice: ownRead('/orders/:id/invoice'),
  readOrder: ownRead('/orders/:id'),
  readRiderPosition: ownRead('/orders/:id/rider'),
  readWishlist: withStock(ownRead('/wishlist/view')),
  readWishlistIds: ownRead('/wishlist/viewWishlistProductIds'),
  readWishlistStatus: ownRead('/wishlist/checkWishlistStatus/:id'),
  readCoupons: ownRead('/coupons/get-user-coupons'),
  readComplaints: ownRead('/complaints'),
  readOwnReview: ownRead('/products/:id/reviews/own'),

  logout: ownWrite('POST', '/user/logout', []),
  updateProfile: ownWrite('PUT', '/user/profile', []),
  deleteUser: ownWrite('DELETE', '/user', ['readReviews']),
  addAddress: ownWrite('POST', '/address/add', []),
  updateAddress: ownWrite('PUT', '/address/update', []),
  deleteAddress: ownWrite('DELETE', '/address/delete/:id', []),
  addToCart: withStock(ownWrite('POST', '/cart/add', [])),
  updateCart: withStock(ownWrite('PUT', '/cart/update', [])),
  removeLine: withStock(ownWrite('DELETE', '/cart/remove', [])),
  moveToWishlist: ownWrite('POST', '/cart/move-to-wishlist', []),
  placeOrder: ownWrite('POST', '/cart/checkout', stock),
  verifyPayment: ownWrite('POST', '/orders/verify-payment-prepaid', stock),
  cancelOrder: ownWrite('PUT', '/orders/cancel', stock),
  orderAgain: withStock(ownWrite('POST', '/orders/:id/again', [])),
  addReturnPhoto: ownWrite('POST', '/orders/return-photos', []),
  returnLines: ownWrite('PATCH', '/orders/return', []),
  exchangeLine: ownWrite('PATCH', '/orders/exchange', stock),
  setRefundAccount: ownWrite('PUT', '/orders/:id/refund-account', []),
  withdrawReturn: ownWrite('PATCH', '/orders/withdraw-return', stock),
  addToWishlist: ownWrite('POST', '/wishlist/add', []),
  moveToCart: withStock(ownWrite('POST', '/wishlist/move-to-cart/:productId', [])),
  removeFromWishlist: ownWrite('DELETE', '/wishlist/remove/:productId', []),
  tryCoupon: ownWrite('POST', '/coupons/is-applicable', []),
  replyToComplaint: ownWrite('POST', '/complaints/:ticket/reply', []),
  addPlaceAlert: ownWrite('POST', '/user/place-alert', []),
  addReviewPhoto: ownWrite('POST', '/products/:id/reviews/photos', []),
  addReview: ownWrite('POST', '/products/:id/reviews', ratings),
  addProductAlert: withStock(ownWrite('POST', '/products/:id/notify', [])),
  removeProductAlert: ownWrite('DELETE', '/products/:id/notify', []),
  subscribe: ownWrite('POST', '/push/subscribe', []),
  unsubscribe: ownWrite('POST', '/push/unsubscribe', []),
  sendTestPush: ownWrite('POST', '/push/test', []),
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

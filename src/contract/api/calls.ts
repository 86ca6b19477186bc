/**
 * Every API call, once. The client, the service worker's routes, the cache headers, the API
 * reference and the authorisation test are generated from this table; the schemas are in
 * schemas.ts.
 */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `/api`; parameters start with a colon. */
  path: string
  /** `user` needs a token, `public` sends none. */
  access: 'public' | 'user'
  /**
   * How long a response may be reused: `filters`, `terms` and `lists` as in `rules.cacheTtl`;
   * `networkFirst` responses are requested each
   * time and cached for offline use only; `never` is not cached.
   */
  cache: 'filters' | 'terms' | 'lists' | 'networkFirst' | 'never'
}

const read = (path: string, cache: Call['cache']) =>
  ({ method: 'GET', path, access: 'public', cache }) as const
const publicPost = (path: string) =>
  ({ method: 'POST', path, access: 'public', cache: 'never' }) as const
const own = (method: Call['method'], path: string) =>
  ({ method, path, access: 'user', cache: 'never' }) as const

export const calls = {
  checkDelivery: read('/warehouse/check-delivery', 'never'),
  readFilters: read('/products/get-filters', 'filters'),
  readGenders: read('/gender/list', 'lists'),
  readOffers: read('/home-offers', 'lists'),
  readTryAndBuyTerms: read('/tryBuyTerms', 'terms'),
  readStandardTerms: read('/tryBuyTerms/standardTerms', 'terms'),
  readShippingCharges: read('/shipping-charge/get-shipping-charge', 'never'),
  readSliders: read('/sliders/viewAllSliders', 'lists'),
  readHomeGrid: read('/homeGridCategories', 'lists'),
  readProducts: read('/products/list', 'networkFirst'),
  suggestProducts: read('/products/elastic-search', 'never'),
  readTrendingSearches: read('/trending-searches', 'lists'),
  readPairings: read('/products/pair-it-with/:id', 'networkFirst'),
  readReviews: read('/products/:id/reviews', 'networkFirst'),
  readProduct: read('/products/:id', 'networkFirst'),
  readCategories: read('/categories/list', 'lists'),
  readRandomSubcategories: read('/categories/getRandomSubCategories', 'lists'),
  readBrands: read('/brands', 'lists'),
  readPremiumBrands: read('/brands/getPremiumBrands', 'lists'),
  readBrandPage: read('/brands/:brandId/page', 'lists'),
  readOpenCoupons: read('/coupons', 'never'),
  readSizeChart: read('/size-chart/:brandId/:categoryId/:subcategoryId', 'networkFirst'),
  searchPlaces: read('/places/search', 'never'),
  reverseGeocode: read('/places/reverse', 'never'),
  readPlacesAround: read('/places/around', 'never'),
  readPlace: read('/places/:id', 'never'),
  readStore: read('/store', 'networkFirst'),
  readPushKey: read('/push/key', 'never'),
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

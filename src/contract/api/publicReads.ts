/**
 * How long a response may be reused: `filters`, `terms` and `lists` as in `rules.cacheTtl`;
 * `networkFirst` responses are requested each time and cached for offline use only; `never` is not
 * cached.
 */
export type CacheLifetime = 'filters' | 'terms' | 'lists' | 'networkFirst' | 'never'

/** The response is the same for every visitor, so it stays on a device after a logout. */
const shared = (path: string, cache: CacheLifetime) =>
  ({ method: 'GET', path, access: 'public', cache, isShared: true }) as const

/** The request says what a visitor searched for, opened or entered, so a logout deletes it. */
const visited = (path: string, cache: CacheLifetime) =>
  ({ method: 'GET', path, access: 'public', cache, isShared: false }) as const

/** The response has stock, which differs by warehouse. */
const stocked = (path: string, cache: CacheLifetime) =>
  ({ ...visited(path, cache), hasStock: true }) as const

/**
 * The part of the table of calls (`calls.ts`) that needs no login and changes nothing. It is a module
 * of its own because a first view loads it: no schemas here.
 */
export const publicReads = {
  checkDelivery: visited('/warehouse/check-delivery', 'never'),
  readFilters: stocked('/products/get-filters', 'filters'),
  readGenders: shared('/gender/list', 'lists'),
  readOffers: shared('/home-offers', 'lists'),
  readTryAndBuyTerms: shared('/tryBuyTerms', 'terms'),
  readStandardTerms: shared('/tryBuyTerms/standardTerms', 'terms'),
  readShippingCharges: shared('/shipping-charge/get-shipping-charge', 'never'),
  readSliders: shared('/sliders/viewAllSliders', 'lists'),
  readHomeGrid: shared('/homeGridCategories', 'lists'),
  readProducts: stocked('/products/list', 'networkFirst'),
  suggestProducts: stocked('/products/elastic-search', 'never'),
  readTrendingSearches: shared('/trending-searches', 'lists'),
  readPairings: stocked('/products/pair-it-with/:id', 'networkFirst'),
  readReviews: visited('/products/:id/reviews', 'networkFirst'),
  readProduct: stocked('/products/:id', 'networkFirst'),
  readCategories: shared('/categories/list', 'lists'),
  readRandomSubcategories: shared('/categories/getRandomSubCategories', 'lists'),
  readBrands: shared('/brands', 'lists'),
  readPremiumBrands: shared('/brands/getPremiumBrands', 'lists'),
  readBrandPage: visited('/brands/:brandId/page', 'lists'),
  readOpenCoupons: shared('/coupons', 'never'),
  readSizeChart: visited('/size-chart/:brandId/:categoryId/:subcategoryId', 'networkFirst'),
  searchPlaces: visited('/places/search', 'never'),
  reverseGeocode: visited('/places/reverse', 'never'),
  readPlacesAround: visited('/places/around', 'never'),
  readPlace: visited('/places/:id', 'never'),
  readStore: shared('/store', 'networkFirst'),
  readPushKey: shared('/push/key', 'never'),
} as const

export type PublicReadName = keyof typeof publicReads

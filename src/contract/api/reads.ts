import {
  type genderNames,
  listQueryOf,
  searchTermOf,
  withQuery,
} from '#contract/catalogue/listQuery.ts'
import { fillPath, type Page, type Params } from '#contract/pages/paths.ts'

type ListGender = (typeof genderNames)[number]

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
 * The part of the table of calls (`calls.ts`) that needs no login and changes nothing. A first view loads
 * this module: no schemas here.
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

/** A public read: the name of its call, and its path under `/api`. The pair is the SWR key. */
export type Read<Name extends PublicReadName = PublicReadName> = readonly [name: Name, path: string]

type ReadParts = { params?: Params; query?: Record<string, string | undefined> }

/** The read of a call, with the parameters of its path and its query. */
/* @__NO_SIDE_EFFECTS__ */
export function readOf<Name extends PublicReadName>(
  name: Name,
  { params, query = {} }: ReadParts = {},
): Read<Name> {
  return [name, withQuery(fillPath(publicReads[name].path, params).slice(1), query)]
}

export const storeRead = readOf('readStore')
export const gendersRead = readOf('readGenders')
export const slidersRead = readOf('readSliders')
export const homeGridRead = readOf('readHomeGrid')
export const offersRead = readOf('readOffers')
export const categoriesRead = readOf('readCategories')
export const brandsRead = readOf('readBrands')
export const shippingRead = readOf('readShippingCharges')
export const tryAndBuyTermsRead = readOf('readTryAndBuyTerms')
export const standardTermsRead = readOf('readStandardTerms')
export const trendingSearchesRead = readOf('readTrendingSearches')

/** Brands whose names contain `search`. */
export const brandSearchRead = (search: string) => readOf('readBrands', { query: { search } })
/** Brands by their ids, comma-separated. */
export const brandsByIdRead = (brand: string) => readOf('readBrands', { query: { brand } })
export const brandPageRead = (brandId: string) => readOf('readBrandPage', { params: { brandId } })

export const premiumBrandsRead = (gender: ListGender) =>
  readOf('readPremiumBrands', { query: { gender: gender.toLowerCase() } })
export const randomSubcategoriesRead = (gender: ListGender) =>
  readOf('readRandomSubcategories', { query: { gender: gender.toLowerCase() } })

export const productRead = (id: string) => readOf('readProduct', { params: { id } })
export const pairingsRead = (id: string) => readOf('readPairings', { params: { id } })
export const suggestionsRead = (search: string) => readOf('suggestProducts', { query: { search } })

/** Reads a page of the list for a URL, the first one if there is no cursor. */
export const productsRead = (params: Params, cursor?: string) =>
  readOf('readProducts', { query: { ...listQueryOf(params), cursor } })

/**
 * The filters of a list, counted within its search, category, subcategory and gender; with
 * `brandName` its brands whose names contain it.
 */
export function filtersRead(params: Params, brandName?: string) {
  const { search, category, subcategory, gender } = listQueryOf(params)
  return readOf('readFilters', { query: { search, category, subcategory, gender, brandName } })
}

/** The brand whose page a list is: the only one of a list without a search or category. */
export function brandOfPage(params: Params): string | undefined {
  const { search, category, subcategory, brand } = listQueryOf(params)
  return search || category || subcategory || brand?.includes(',') ? undefined : brand
}

/** The gender in a URL; women's where it has none. */
export const genderOf = ({ gender }: Params): ListGender =>
  gender?.toLowerCase() === 'men' ? 'MEN' : 'WOMEN'

/** Needed by the header and footer of every page. */
const frameReads: Read[] = [storeRead, categoriesRead, gendersRead]

/** Charges and terms of both delivery options. */
const deliveryOptionReads: Read[] = [shippingRead, standardTermsRead, tryAndBuyTermsRead]

/**
 * The reads of each page's first paint. A page that is not listed needs those of the frame only.
 */
const readsByPage: Partial<Record<Page, (params: Params) => Read[]>> = {
  home: (params) => [
    slidersRead,
    homeGridRead,
    offersRead,
    randomSubcategoriesRead(genderOf(params)),
    premiumBrandsRead(genderOf(params)),
  ],
  collections: (params) => {
    const brand = brandOfPage(params)
    return [productsRead(params), filtersRead(params), ...(brand ? [brandPageRead(brand)] : [])]
  },
  search: (params) =>
    searchTermOf(params) ? [productsRead(params), filtersRead(params)] : [trendingSearchesRead],
  product: ({ id = '' }) => [productRead(id), pairingsRead(id)],
  cart: () => deliveryOptionReads,
  checkout: () => deliveryOptionReads,
}

export function readsForPage(page: Page | undefined, params: Params = {}): Read[] {
  return [...frameReads, ...((page && readsByPage[page]?.(params)) ?? [])]
}

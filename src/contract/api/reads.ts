import { listQueryOf, searchTermOf, withQuery } from '#contract/catalogue/listQuery.ts'
import type { Page, Params } from '#contract/paths.ts'
import type { GenderName } from '#contract/catalogue/product.ts'
import type { ReadName } from './readResponses.ts'

/** A public read: its name, and its path under `/api`. The pair is the SWR key. */
export type Read<Name extends ReadName = ReadName> = readonly [name: Name, path: string]

export const storeRead: Read<'store'> = ['store', 'store']
export const gendersRead: Read<'genders'> = ['genders', 'gender/list']
export const slidersRead: Read<'sliders'> = ['sliders', 'sliders/viewAllSliders']
export const homeGridRead: Read<'homeGrid'> = ['homeGrid', 'homeGridCategories']
export const offersRead: Read<'offers'> = ['offers', 'home-offers']
export const categoriesRead: Read<'categories'> = ['categories', 'categories/list']
export const brandsRead: Read<'brands'> = ['brands', 'brands']
/** Brands whose names contain `search`. */
export const brandSearchRead = (search: string): Read<'brands'> => [
  'brands',
  withQuery('brands', { search }),
]
/** Brands by their ids, comma-separated. */
export const brandsByIdRead = (brand: string): Read<'brands'> => [
  'brands',
  withQuery('brands', { brand }),
]
export const brandPageRead = (id: string): Read<'brandPage'> => [
  'brandPage',
  `brands/${encodeURIComponent(id)}/page`,
]
export const shippingRead: Read<'shipping'> = ['shipping', 'shipping-charge/get-shipping-charge']
export const tryAndBuyTermsRead: Read<'terms'> = ['terms', 'tryBuyTerms']
export const standardTermsRead: Read<'terms'> = ['terms', 'tryBuyTerms/standardTerms']

export const premiumBrandsRead = (gender: GenderName): Read<'premiumBrands'> => [
  'premiumBrands',
  withQuery('brands/getPremiumBrands', { gender: gender.toLowerCase() }),
]
export const randomSubcategoriesRead = (gender: GenderName): Read<'randomSubcategories'> => [
  'randomSubcategories',
  withQuery('categories/getRandomSubCategories', { gender: gender.toLowerCase() }),
]

export const productRead = (id: string): Read<'product'> => [
  'product',
  `products/${encodeURIComponent(id)}`,
]
export const pairingsRead = (id: string): Read<'pairings'> => [
  'pairings',
  `products/pair-it-with/${encodeURIComponent(id)}`,
]
export const sizeChartRead = (
  brand: string,
  category: string,
  subcategory: string,
): Read<'sizeChart'> => [
  'sizeChart',
  `size-chart/${[brand, category, subcategory].map(encodeURIComponent).join('/')}`,
]
export const suggestionsRead = (search: string): Read<'suggestions'> => [
  'suggestions',
  withQuery('products/elastic-search', { search }),
]

export const trendingSearchesRead: Read<'trendingSearches'> = [
  'trendingSearches',
  'trending-searches',
]

/** Reads a page of the list for a URL, the first one if there is no cursor. */
export const productsRead = (params: Params, cursor?: string): Read<'products'> => [
  'products',
  withQuery('products/list', { ...listQueryOf(params), cursor }),
]

/**
 * The filters of a list, counted within its search, category, subcategory and gender; with
 * `brandName` its brands whose names contain it.
 */
export function filtersRead(params: Params, brandName?: string): Read<'filters'> {
  const { search, category, subcategory, gender } = listQueryOf(params)
  const scope = { search, category, subcategory, gender, brandName }
  return ['filters', withQuery('products/get-filters', scope)]
}

/** The brand whose page a list is: the only one of a list without a search or category. */
export function brandOfPage(params: Params): string | undefined {
  const { search, category, subcategory, brand } = listQueryOf(params)
  return search || category || subcategory || brand?.includes(',') ? undefined : brand
}

/** The gender in a URL; women's where it has none. */
export const genderOf = ({ gender }: Params): GenderName =>
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

import type * as v from 'valibot'

import {
  BrandPageResponse,
  BrandsResponse,
  CategoriesResponse,
  GendersResponse,
  HomeGridResponse,
  OffersResponse,
  ProductsResponse,
  ShippingChargesResponse,
  SizeChartResponse,
  SlidersResponse,
  SubcategoriesResponse,
  TermsResponse,
} from '#contract/catalogue/catalogue.ts'
import {
  FiltersResponse,
  ProductListResponse,
  SuggestResponse,
  TrendingSearchesResponse,
} from '#contract/catalogue/listing.ts'
import { ProductResponse } from '#contract/catalogue/product.ts'
import { StoreResponse } from '#contract/storeFacts.ts'

/**
 * The response of each read in reads.ts, by its name. Not in reads.ts, which a first view loads,
 * because schemas need valibot.
 */
export const readResponses = {
  store: StoreResponse,
  genders: GendersResponse,
  sliders: SlidersResponse,
  homeGrid: HomeGridResponse,
  offers: OffersResponse,
  categories: CategoriesResponse,
  brands: BrandsResponse,
  shipping: ShippingChargesResponse,
  terms: TermsResponse,
  premiumBrands: BrandsResponse,
  brandPage: BrandPageResponse,
  randomSubcategories: SubcategoriesResponse,
  product: ProductResponse,
  pairings: ProductsResponse,
  sizeChart: SizeChartResponse,
  suggestions: SuggestResponse,
  trendingSearches: TrendingSearchesResponse,
  products: ProductListResponse,
  filters: FiltersResponse,
}

export type ReadName = keyof typeof readResponses
export type ReadResponse<Name extends ReadName> = v.InferOutput<(typeof readResponses)[Name]>

import type * as v from 'valibot'

import {
  BrandsReply,
  CategoriesReply,
  GendersReply,
  HomeGridReply,
  OffersReply,
  ProductsReply,
  ShippingChargesReply,
  SizeChartReply,
  SlidersReply,
  SubcategoriesReply,
  TermsReply,
} from './catalogue.ts'
import { FiltersReply, ProductListReply } from './listing.ts'
import { ProductReply } from './product.ts'
import { StoreReply } from './storeFacts.ts'

/** What answers each read of reads.ts, by its noun. Apart from them, so that it can come later. */
export const readReplies = {
  store: StoreReply,
  genders: GendersReply,
  sliders: SlidersReply,
  homeGrid: HomeGridReply,
  offers: OffersReply,
  categories: CategoriesReply,
  brands: BrandsReply,
  shipping: ShippingChargesReply,
  terms: TermsReply,
  premiumBrands: BrandsReply,
  randomSubcategories: SubcategoriesReply,
  product: ProductReply,
  pairings: ProductsReply,
  sizeChart: SizeChartReply,
  suggestions: ProductsReply,
  products: ProductListReply,
  filters: FiltersReply,
}

export type ReadNoun = keyof typeof readReplies
export type ReadReply<Noun extends ReadNoun> = v.InferOutput<(typeof readReplies)[Noun]>

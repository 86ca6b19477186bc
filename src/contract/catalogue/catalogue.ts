import * as v from 'valibot'

import { Rupees } from '#contract/values/money.ts'
import { ListQuery } from './listing.ts'
import { GenderName } from './product.ts'
import { type SchemasByCall, listResponseSchema, responseSchema } from '#contract/api/fields.ts'

const GenderRef = v.object({ name: GenderName })

export const Gender = v.object({ _id: v.string(), name: GenderName, photo: v.string() })
export type Gender = v.InferOutput<typeof Gender>
const GendersResponse = listResponseSchema(Gender)

export const Slider = v.object({
  _id: v.string(),
  sliderType: v.picklist(['Top Slider', 'Bottom Slider']),
  gender: GenderRef,
  isFor: v.picklist(['desktop', 'mobile']),
  photo: v.string(),
  link: v.string(),
  title: v.string(),
  text: v.string(),
  /** Label of the button. */
  action: v.string(),
  /** Whether the image is light, so that the text on it must be dark. */
  isLight: v.boolean(),
})
export type Slider = v.InferOutput<typeof Slider>
const SlidersResponse = responseSchema({ result: v.array(Slider) })

export const GridCategory = v.object({
  _id: v.string(),
  name: v.string(),
  photo: v.string(),
  gender: GenderName,
  link: v.string(),
})
export type GridCategory = v.InferOutput<typeof GridCategory>
const HomeGridResponse = responseSchema({ result: v.array(GridCategory) })

export const Offer = v.object({
  _id: v.string(),
  name: v.string(),
  /** The condition, in short. */
  headline: v.optional(v.string()),
  code: v.optional(v.string()),
  photo: v.string(),
  link: v.string(),
})
export type Offer = v.InferOutput<typeof Offer>
const OffersResponse = responseSchema({ result: v.array(Offer) })

/** `title` is the heading of its page; responses stored by an older version may lack it. */
export const Subcategory = v.object({
  _id: v.string(),
  name: v.string(),
  title: v.optional(v.string()),
  slug: v.string(),
  photo: v.string(),
})
export type Subcategory = v.InferOutput<typeof Subcategory>
const SubcategoriesResponse = listResponseSchema(Subcategory)

export const Category = v.object({
  _id: v.string(),
  name: v.string(),
  slug: v.string(),
  title: v.string(),
  photo: v.string(),
  /** Same as `photo`, for clients that use this name. Stored responses may lack it. */
  image: v.optional(v.string()),
  gender: v.array(GenderRef),
  subcategories: v.array(Subcategory),
})
export type Category = v.InferOutput<typeof Category>
const CategoriesResponse = listResponseSchema(Category)

export const Brand = v.object({
  _id: v.string(),
  name: v.string(),
  photo: v.string(),
  gender: v.array(GenderRef),
})
export type Brand = v.InferOutput<typeof Brand>
const BrandsResponse = responseSchema({
  result: v.object({
    data: v.array(Brand),
    /** There are more brands than listed: `search` finds them by name. */
    hasMoreBrands: v.optional(v.boolean()),
  }),
})

/** A brand's page; `count` is the number of products of the brand. The largest categories come first. */
export const BrandPage = v.object({
  ...Brand.entries,
  description: v.optional(v.string()),
  categories: v.array(
    v.object({
      _id: v.string(),
      name: v.string(),
      gender: v.array(GenderRef),
      count: v.number(),
    }),
  ),
})
export type BrandPage = v.InferOutput<typeof BrandPage>
const BrandPageResponse = responseSchema({ result: BrandPage })

/** `conditions` is HTML with p, ul, li and strong. */
export const Terms = v.object({ chargeAmount: Rupees, conditions: v.string() })
export type Terms = v.InferOutput<typeof Terms>
const TermsResponse = responseSchema({ result: Terms })

export const ShippingCharge = v.object({
  shippingType: v.picklist(['Standard', 'Try and Buy']),
  chargeAmount: Rupees,
})
export type ShippingCharge = v.InferOutput<typeof ShippingCharge>
const ShippingChargesResponse = responseSchema({ result: v.array(ShippingCharge) })

const SizeChart = v.object({ sizeChartImages: v.array(v.string()) })
const SizeChartResponse = responseSchema({ result: v.array(SizeChart) })

const GenderQuery = v.pick(ListQuery, ['gender'])

/**
 * Query of `GET /brands`: without parameters the first brands in the store's order. `brand` is a
 * comma-separated list of ids, `search` a part of the name.
 */
const BrandsQuery = v.pick(ListQuery, ['gender', 'brand', 'search'])

export const catalogueReads = {
  readGenders: { response: GendersResponse },
  readSliders: { response: SlidersResponse },
  readHomeGrid: { response: HomeGridResponse },
  readOffers: { response: OffersResponse },
  readCategories: { query: GenderQuery, response: CategoriesResponse },
  readRandomSubcategories: { query: GenderQuery, response: SubcategoriesResponse },
  readBrands: { query: BrandsQuery, response: BrandsResponse },
  readPremiumBrands: { query: GenderQuery, response: BrandsResponse },
  readBrandPage: { response: BrandPageResponse },
  readTryAndBuyTerms: { response: TermsResponse },
  readStandardTerms: { response: TermsResponse },
  readShippingCharges: { response: ShippingChargesResponse },
  readSizeChart: { response: SizeChartResponse },
} satisfies SchemasByCall

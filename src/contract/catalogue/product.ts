import * as v from 'valibot'

import { Rupees } from '#contract/values/money.ts'
import {
  type SchemasByCall,
  listResponseSchema,
  responseSchema,
  WarehouseQuery,
} from '#contract/api/fields.ts'
import { genderNames } from './listQuery.ts'
import { Fit } from './review.ts'

export const GenderName = v.picklist(genderNames)
export type GenderName = v.InferOutput<typeof GenderName>

const ProductBrand = v.object({
  _id: v.string(),
  name: v.string(),
  is_try_and_buy_visible: v.boolean(),
})

const NamedReference = v.object({ _id: v.string(), name: v.string() })

/** A product in lists, cards and cart lines. `size` is sorted, `stock` counts items. */
export const Product = v.object({
  _id: v.string(),
  productId: v.string(),
  name: v.string(),
  brand: ProductBrand,
  category: NamedReference,
  subcategory: v.array(NamedReference),
  photos: v.array(v.string()),
  /** Background colour while an image loads, 0 to 6: `--tint-0` and so on. */
  tint: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  mrp: Rupees,
  discount: Rupees,
  discountedPrice: Rupees,
  /** Rounded to a whole number. */
  discountPercentage: v.number(),
  size: v.array(v.string()),
  stock: v.record(v.string(), v.number()),
  /** Missing with fewer than `reviews.minForRating` reviews. */
  rating: v.optional(v.object({ average: v.number(), count: v.number() })),
})
export type Product = v.InferOutput<typeof Product>

/** What Indian law requires an online store to declare of each product. */
const Declarations = v.object({
  maker: v.string(),
  makerAddress: v.string(),
  countryOfOrigin: v.string(),
  netQuantity: v.string(),
  careContact: v.string(),
  madeIn: v.optional(v.string()),
})
type Declarations = v.InferOutput<typeof Declarations>

export const ProductDetails = v.object({
  ...Product.entries,
  gender: v.array(GenderName),
  colour: v.optional(v.string()),
  description: v.string(),
  details: v.array(v.object({ name: v.string(), value: v.string() })),
  declarations: Declarations,
  /** How the size fits; missing if too few customers have answered. */
  sizeHint: v.nullish(Fit),
  /** The same garment in all its colours, this one included. Missing if it has only one. */
  colours: v.optional(
    v.array(v.object({ _id: v.string(), colour: v.string(), photo: v.string(), tint: v.number() })),
  ),
  /**
   * Where an open warehouse does not have it although another one has, as 'Bhopal and Pune'. Missing if a warehouse
   * was named.
   */
  unavailableIn: v.optional(v.string()),
  /** Missing if there are no reviews. */
  reviews: v.optional(v.object({ average: v.number(), count: v.number() })),
})
export type ProductDetails = v.InferOutput<typeof ProductDetails>

const ProductResponse = responseSchema({ result: ProductDetails })
export const ProductsResponse = listResponseSchema(Product)

export const productReads = {
  readProduct: { query: WarehouseQuery, response: ProductResponse },
  readPairings: { query: WarehouseQuery, response: ProductsResponse },
} satisfies SchemasByCall

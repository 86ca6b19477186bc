import * as v from 'valibot'

import { Rupees } from '#contract/money.ts'
import { reply } from '#contract/api/replies.ts'
import { Fit } from './review.ts'

export const GenderName = v.picklist(['MEN', 'WOMEN'])
export type GenderName = v.InferOutput<typeof GenderName>

const ProductBrand = v.object({
  _id: v.string(),
  name: v.string(),
  is_try_and_buy_visible: v.boolean(),
})

const Named = v.object({ _id: v.string(), name: v.string() })

/** A product as lists, cards and cart lines carry it. `size` is in order, `stock` in pieces. */
export const Product = v.object({
  _id: v.string(),
  productId: v.string(),
  name: v.string(),
  brand: ProductBrand,
  category: Named,
  subcategory: v.array(Named),
  photos: v.array(v.string()),
  /** Backdrop colour while a picture loads, 0 to 6: `--tint-0` and so on. */
  tint: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  mrp: Rupees,
  discount: Rupees,
  discountedPrice: Rupees,
  /** Rounded to the nearest whole, for show. */
  discountPercentage: v.number(),
  size: v.array(v.string()),
  stock: v.record(v.string(), v.number()),
})
export type Product = v.InferOutput<typeof Product>

/** What Indian law asks an online store to say of each product. */
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
  /** How it runs, where enough shoppers have said so. */
  sizeHint: v.nullish(Fit),
})
export type ProductDetails = v.InferOutput<typeof ProductDetails>

export const ProductReply = reply({ result: ProductDetails })

import * as v from 'valibot'

/** The stable data of a product: price and stock are read where they are shown. */
export const ViewedProduct = v.object({
  _id: v.string(),
  name: v.string(),
  brandName: v.string(),
  photo: v.optional(v.string()),
  tint: v.number(),
})
export type ViewedProduct = v.InferOutput<typeof ViewedProduct>

export const ViewedProducts = v.array(ViewedProduct)

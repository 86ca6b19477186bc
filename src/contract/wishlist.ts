import * as v from 'valibot'

import { Rupees } from './money.ts'
import { Product } from './product.ts'
import { reply } from './reply.ts'

export const WishlistLine = v.object({ productId: Product, size: v.nullish(v.string()) })
export type WishlistLine = v.InferOutput<typeof WishlistLine>

export const WishlistReply = reply({ result: v.object({ products: v.array(WishlistLine) }) })
export const WishlistIdsReply = reply({ allProductIds: v.array(v.string()) })
export const WishlistStatusReply = reply({ status: v.boolean() })

/** Body of `POST /wishlist/add`. */
export const AddToWishlist = v.object({
  userId: v.string(),
  productId: v.string(),
  description: v.optional(v.string()),
  size: v.optional(v.string()),
})

/** Body of `POST /wishlist/move-to-cart/{productId}`. */
export const MoveToCart = v.object({
  userId: v.string(),
  productId: v.string(),
  size: v.string(),
  description: v.optional(v.string()),
  price: v.optional(Rupees),
})

/** Body of `DELETE /wishlist/remove/{productId}`. */
export const RemoveFromWishlist = v.object({ userId: v.string(), productId: v.string() })

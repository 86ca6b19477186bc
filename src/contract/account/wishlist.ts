import * as v from 'valibot'

import {
  type SchemasByCall,
  optionalField,
  responseSchema,
  SuccessResponse,
  WarehouseQuery,
} from '#contract/api/fields.ts'
import { Product } from '#contract/catalogue/product.ts'

export const WishlistLine = v.object({ productId: Product, size: v.nullish(v.string()) })
export type WishlistLine = v.InferOutput<typeof WishlistLine>

export const WishlistResponse = responseSchema({
  result: v.object({ products: v.array(WishlistLine) }),
})
export const WishlistIdsResponse = responseSchema({ allProductIds: v.array(v.string()) })
const WishlistStatusResponse = responseSchema({ status: v.boolean() })

/** For fields that clients send and the server ignores: it knows the product's name and price. */
const ignored = v.optional(v.unknown())

/** Body of `POST /wishlist/add`. */
const AddToWishlist = v.object({
  userId: v.string(),
  productId: v.string(),
  description: ignored,
  size: optionalField(v.string()),
})

/** Body of `POST /wishlist/move-to-cart/{productId}`. */
const MoveToCart = v.object({
  userId: v.string(),
  productId: v.string(),
  size: v.string(),
  description: ignored,
  price: ignored,
})

/** Body of `DELETE /wishlist/remove/{productId}`. */
const RemoveFromWishlist = v.object({ userId: v.string(), productId: v.string() })

export const wishlistCalls = {
  readWishlist: { query: WarehouseQuery, response: WishlistResponse },
  readWishlistIds: { response: WishlistIdsResponse },
  readWishlistStatus: { response: WishlistStatusResponse },
  addToWishlist: { body: AddToWishlist, response: SuccessResponse },
  moveToCart: { query: WarehouseQuery, body: MoveToCart, response: SuccessResponse },
  removeFromWishlist: { body: RemoveFromWishlist, response: SuccessResponse },
} satisfies SchemasByCall

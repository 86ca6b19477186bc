import * as v from 'valibot'

import { WishlistLine } from '#contract/wishlist.ts'

/** `ids` fill the hearts; `lines` are those of them whose products are known here. */
const Wishlist = v.object({ ids: v.array(v.string()), lines: v.array(WishlistLine) })
export type Wishlist = v.InferOutput<typeof Wishlist>

/** `readAt` is when the server last said so, in ms since 1970. */
export const KeptWishlist = v.object({
  ownerId: v.optional(v.string()),
  wishlist: Wishlist,
  readAt: v.optional(v.number()),
})
export type KeptWishlist = v.InferOutput<typeof KeptWishlist>

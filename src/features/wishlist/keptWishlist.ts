import * as v from 'valibot'

import { WishlistLine } from '#contract/wishlist.ts'

/** `ids` fill the hearts; `lines` are those of them whose products are known here. */
const Wishlist = v.object({ ids: v.array(v.string()), lines: v.array(WishlistLine) })
export type Wishlist = v.InferOutput<typeof Wishlist>

export const KeptWishlist = v.object({ ownerId: v.optional(v.string()), wishlist: Wishlist })
export type KeptWishlist = v.InferOutput<typeof KeptWishlist>

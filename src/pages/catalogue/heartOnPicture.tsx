import { HeartButton } from '#features/wishlist/HeartButton.tsx'
import type { WishlistProduct } from '#features/wishlist/wishlistAtom.ts'

/** The heart in the corner of a card: one function, so that cards know they are the same as before. */
export const heartOnPicture = (product: WishlistProduct) => (
  <HeartButton product={product} isOnPicture />
)

import { HeartButton } from '#features/wishlist/HeartButton.tsx'
import type { WishlistProduct } from '#features/wishlist/wishlistAtom.ts'

/** The heart on a card's image. A stable function, so that memoised cards do not render again. */
export const renderCardHeart = (product: WishlistProduct) => (
  <HeartButton product={product} isOnImage />
)

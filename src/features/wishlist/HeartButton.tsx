import { useAtomValue } from 'jotai'

import { useIsClient } from '#platform/rendering/hydration.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './HeartButton.module.css'
import { type WishlistProduct, wishlistAtom } from './wishlistAtom.ts'

type Props = {
  product: WishlistProduct
  /** On an image it has a light background in both themes. */
  isOnImage?: boolean
}

/** Saves a product. Shown empty until the customer is known. */
export function HeartButton({ product, isOnImage }: Props) {
  const { ids } = useAtomValue(wishlistAtom)
  // A card may hydrate after the customer is known, but must be empty like the server's.
  const isSaved = useIsClient() && ids.includes(product._id)
  return (
    <button
      type="button"
      className={styles.heart}
      data-saved={isSaved || undefined}
      data-on-image={isOnImage || undefined}
      aria-label={
        isSaved ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`
      }
      onClick={() => void tap(product, isSaved)}
    >
      <Icon name={isSaved ? 'heart-filled' : 'heart'} />
    </button>
  )
}

/** The heart on a card's image. A stable function, so that memoised cards do not render again. */
export const renderCardHeart = (product: WishlistProduct) => (
  <HeartButton product={product} isOnImage />
)

/** Imported while the browser is idle, or with the tap. */
async function tap(product: WishlistProduct, isSaved: boolean): Promise<void> {
  const { toggleWishlist } = await import('./wishlist.ts')
  await toggleWishlist(product, isSaved)
}

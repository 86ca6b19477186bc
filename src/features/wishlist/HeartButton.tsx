import { useAtomValue } from 'jotai'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './HeartButton.module.css'
import { type WishlistProduct, wishlistAtom } from './wishlistAtom.ts'

type Props = {
  product: WishlistProduct
  /** On a picture it has a light ground of its own, in both themes. */
  isOnPicture?: boolean
}

/** Keeps a product for later. Empty until it is known who looks. */
export function HeartButton({ product, isOnPicture }: Props) {
  const isKept = useAtomValue(wishlistAtom).ids.includes(product._id)
  return (
    <button
      type="button"
      className={styles.heart}
      data-kept={isKept || undefined}
      data-on-picture={isOnPicture || undefined}
      aria-label={
        isKept ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`
      }
      onClick={() => void tap(product, isKept)}
    >
      <Icon name={isKept ? 'heart-filled' : 'heart'} />
    </button>
  )
}

/** What a tap does comes with it, or before it while the browser rests: no first sight needs it. */
async function tap(product: WishlistProduct, isKept: boolean): Promise<void> {
  const { toggleWishlist } = await import('./hearts.ts')
  await toggleWishlist(product, isKept)
}

import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'

import styles from './HeaderLink.module.css'
import { paths } from '#contract/paths.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { Icon } from '#ui/media/Icon.tsx'

/** The wishlist; with text on wide screens. */
export function WishlistLink({ hasWords }: { hasWords?: boolean }) {
  return (
    <Link
      to={paths.wishlist}
      className={styles.link}
      data-words={hasWords || undefined}
      aria-label="Wishlist"
    >
      <Icon name="heart" />
      {hasWords && 'Wishlist'}
    </Link>
  )
}

/** The bag with its number of lines; with text on wide screens. */
export function BagLink({ hasWords }: { hasWords?: boolean }) {
  const count = useAtomValue(cartAtom).products.length
  return (
    <Link
      to={paths.cart}
      className={styles.link}
      data-words={hasWords || undefined}
      aria-label={count > 0 ? `Bag, ${count} ${count === 1 ? 'item' : 'items'}` : 'Bag'}
    >
      <span className={styles.icon}>
        <Icon name="bag" />
        {count > 0 && <span className={styles.count}>{count}</span>}
      </span>
      {hasWords && 'Bag'}
    </Link>
  )
}

import { Link } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './HeaderLink.module.css'

/** What is kept for later; in words on a wide screen. */
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

import type { ReactNode } from 'react'

import styles from './WishlistLayout.module.css'

type Props = {
  /** How many there are, once that is known. */
  countText?: string | undefined
  children: ReactNode
}

export function WishlistFrame({ countText, children }: Props) {
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <h1 className={styles.title}>Wishlist</h1>
        <p className={styles.count} role="status">
          {countText}
        </p>
      </header>
      {children}
    </div>
  )
}

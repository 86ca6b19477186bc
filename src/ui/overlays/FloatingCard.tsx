import type { ReactNode } from 'react'

import styles from './FloatingCard.module.css'

/**
 * A small card above the bars at the bottom, beside which the page can still be used. A screen reader announces it when
 * it appears.
 */
export function FloatingCard({ children }: { children: ReactNode }) {
  return (
    <div className={styles.card} role="status" data-floating>
      {children}
    </div>
  )
}

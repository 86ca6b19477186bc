import type { ReactNode } from 'react'

import styles from './ProductGrid.module.css'

type Props = {
  /** Beside a column of filters there is room for one card less. */
  isBesideFilters?: boolean
  /** One row, or two where a row is short. */
  isShort?: boolean
  isBusy?: boolean
  /** `ProductItems`, or `CardSkeletons` while they are on their way. */
  children: ReactNode
}

export function ProductGrid({ isBesideFilters, isShort, isBusy, children }: Props) {
  return (
    <ul
      className={styles.grid}
      data-beside-filters={isBesideFilters || undefined}
      data-short={isShort || undefined}
      aria-busy={isBusy || undefined}
    >
      {children}
    </ul>
  )
}

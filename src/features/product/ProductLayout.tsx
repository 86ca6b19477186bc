import type { ReactNode } from 'react'

import styles from './ProductLayout.module.css'

type Props = { gallery: ReactNode; children: ReactNode }

/** The photos, and all that is said beside them. */
export function ProductLayout({ gallery, children }: Props) {
  return (
    <div className={styles.layout}>
      {gallery}
      <div className={styles.words}>{children}</div>
    </div>
  )
}

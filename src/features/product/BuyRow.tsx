import type { ReactNode } from 'react'

import styles from './BuyRow.module.css'

/** The step on, where the page is wide enough to show it beside the sizes. */
export function BuyRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

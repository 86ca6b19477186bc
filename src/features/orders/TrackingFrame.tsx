import type { ReactNode } from 'react'

import styles from './TrackingFrame.module.css'

type Props = { side: ReactNode; children: ReactNode }

/** The chosen order, and beside it the way to the others. */
export function TrackingFrame({ side, children }: Props) {
  return (
    <div className={styles.frame}>
      {side}
      {children}
    </div>
  )
}

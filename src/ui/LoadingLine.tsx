import type { ReactNode } from 'react'

import styles from './LoadingLine.module.css'
import { Ring } from './Ring.tsx'

/** Says what is on its way, in its place. */
export function LoadingLine({ children }: { children: ReactNode }) {
  return (
    <p className={styles.line} role="status">
      <Ring size="m" isTurning />
      <span>{children}</span>
    </p>
  )
}

import type { ReactNode } from 'react'

import styles from './VisuallyHidden.module.css'

/** Words for who listens to the page. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.spoken}>{children}</span>
}

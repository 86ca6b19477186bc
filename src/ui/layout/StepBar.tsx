import type { ReactNode } from 'react'

import styles from './StepBar.module.css'

type Props = {
  /** What it costs, shown beside the step. */
  total: ReactNode
  /** Whether the summary is so near on a wide screen that its total is always in view. */
  isBelowSummary?: boolean
  children: ReactNode
}

/** The step that leads on: within reach of the thumb on a phone, below the summary elsewhere. */
export function StepBar({ total, isBelowSummary = false, children }: Props) {
  return (
    <div className={styles.bar} data-step-bar data-below-summary={isBelowSummary || undefined}>
      <p className={styles.total}>
        <b>{total}</b>
        <span>Total Amount</span>
      </p>
      <div className={styles.step}>{children}</div>
    </div>
  )
}

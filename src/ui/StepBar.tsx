import type { ReactNode } from 'react'

import styles from './StepBar.module.css'

type Props = {
  /** What it costs, shown beside the step: the bar may cover the summary's own total. */
  total?: ReactNode
  children: ReactNode
}

/** The step that leads on: within reach of the thumb on a phone, below the summary elsewhere. */
export function StepBar({ total, children }: Props) {
  return (
    <div className={styles.bar} data-step-bar>
      {total && (
        <p className={styles.total}>
          <b>{total}</b>
          <span>Total Amount</span>
        </p>
      )}
      <div className={styles.step}>{children}</div>
    </div>
  )
}

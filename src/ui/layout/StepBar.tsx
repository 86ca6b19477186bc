import type { ReactNode } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './StepBar.module.css'

type Props = {
  /** What it costs, shown beside the step. */
  total: ReactNode
  /** Whether the summary is so near on a wide screen that its total is always in view. */
  isBelowSummary?: boolean
  /** Why the step cannot be taken, and what helps. The button refers to it by `stepProblemId`. */
  problem?: ReactNode
  children: ReactNode
}

export const stepProblemId = 'step-problem'

/** The step that leads on: within reach of the thumb on a phone, below the summary elsewhere. */
export function StepBar({ total, isBelowSummary = false, problem, children }: Props) {
  return (
    <div className={styles.bar} data-step-bar data-below-summary={isBelowSummary || undefined}>
      {problem && (
        <div className={styles.problem} role="alert">
          <Icon name="alert" size="s" />
          <p id={stepProblemId}>{problem}</p>
        </div>
      )}
      <p className={styles.total}>
        <b>{total}</b>
        <span>Total Amount</span>
      </p>
      <div className={styles.step}>{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './ActionBar.module.css'

type Props = {
  /** The total, shown beside the button. */
  total: ReactNode
  /** Set where the summary is so near on a wide screen that its total is always visible. */
  isBelowSummary?: boolean
  /** Why the button is disabled, and what to do. The button refers to it by `actionProblemId`. */
  problem?: ReactNode
  children: ReactNode
}

export const actionProblemId = 'action-problem'

/** The main action of a page, at the bottom of a phone's screen, below the summary elsewhere. */
export function ActionBar({ total, isBelowSummary = false, problem, children }: Props) {
  return (
    <div className={styles.bar} data-action-bar data-below-summary={isBelowSummary || undefined}>
      {problem && (
        <div className={styles.problem} role="alert">
          <Icon name="alert" size="s" />
          <p id={actionProblemId}>{problem}</p>
        </div>
      )}
      <p className={styles.total}>
        <b>{total}</b>
        <span>Total Amount</span>
      </p>
      <div className={styles.action}>{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'

import { Icon } from '#ui/Icon.tsx'
import styles from './OfflineBar.module.css'

type Props = { text: string; children?: ReactNode; onRetry: () => void }

/** What is left of the offline screen for who goes on with saved pages. */
export function OfflineBar({ text, children, onRetry }: Props) {
  return (
    <div className={styles.bar} role="status">
      <Icon name="wifi-off" size="s" />
      {text}
      {children}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

import type { ReactNode } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './OfflineBar.module.css'

type Props = { text: string; children?: ReactNode; onRetry?: () => void }

/** The state of the connection in one line above the page. */
export function OfflineBar({ text, children, onRetry }: Props) {
  return (
    <div className={styles.bar} role="status">
      <Icon name="wifi-off" size="s" />
      {text}
      {children}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

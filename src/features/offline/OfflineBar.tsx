import { Icon } from '#ui/Icon.tsx'
import styles from './OfflineBar.module.css'

type Props = { onRetry: () => void }

/** What is left of the offline screen for who goes on with saved pages. */
export function OfflineBar({ onRetry }: Props) {
  return (
    <div className={styles.bar} role="status">
      <Icon name="wifi-off" size="s" />
      You are offline. Showing saved pages.
      <button type="button" className={styles.retry} onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

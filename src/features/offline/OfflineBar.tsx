import { Icon } from '#ui/Icon.tsx'
import styles from './OfflineBar.module.css'

type Props = { text: string; onRetry: () => void }

/** What is left of the offline screen for who goes on with saved pages. */
export function OfflineBar({ text, onRetry }: Props) {
  return (
    <div className={styles.bar} role="status">
      <Icon name="wifi-off" size="s" />
      {text}
      <button type="button" className={styles.retry} onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

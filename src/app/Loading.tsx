import { Ring } from '#ui/Ring.tsx'
import styles from './Loading.module.css'

/** While a page's program is on its way. */
export function Loading() {
  return (
    <p className={styles.loading} role="status">
      <Ring size="m" isTurning />
      Loading...
    </p>
  )
}

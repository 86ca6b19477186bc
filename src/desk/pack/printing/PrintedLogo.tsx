import { defaultStoreName } from '#contract/store/storeTerms.ts'
import styles from './PackingSlip.module.css'

/** The store's wordmark on paper. */
export function PrintedLogo({ name }: { name: string }) {
  if (name !== defaultStoreName) return <b className={styles.store}>{name}</b>
  return (
    <svg className={styles.logo} role="img" aria-label={name}>
      <use href="/images/sprite.svg#logo" />
    </svg>
  )
}

import styles from './Logo.module.css'

/** The wordmark. It is in the same file as the icons, which saves the first visit a request. */
export function Logo({ name }: { name: string }) {
  return (
    <svg className={styles.logo} role="img" aria-label={name}>
      <use href="/images/sprite.svg#logo" />
    </svg>
  )
}

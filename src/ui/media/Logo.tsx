import styles from './Logo.module.css'

/**
 * The wordmark. Its o is an hour with the first quarter in mint. It stands in the same file as the
 * icons, so that a first visit asks for one picture less.
 */
export function Logo({ name }: { name: string }) {
  return (
    <svg className={styles.logo} role="img" aria-label={name}>
      <use href="/images/sprite.svg#logo" />
    </svg>
  )
}

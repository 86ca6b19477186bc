import styles from './Logo.module.css'

/** The wordmark. Its o is an hour with the first quarter in mint. */
export function Logo({ name }: { name: string }) {
  return (
    <picture>
      <source srcSet="/images/logo-on-dark.svg" media="(prefers-color-scheme: dark)" />
      <img className={styles.logo} src="/images/logo.svg" alt={name} width={124} height={34} />
    </picture>
  )
}

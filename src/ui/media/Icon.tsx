import { defaultStoreName } from '#contract/store/storeTerms.ts'

import styles from './Icon.module.css'

type Props = {
  /** A symbol of `images/sprite.svg`. */
  name: string
  size?: 'xs' | 's' | 'm' | 'l'
}

/** A document may inline the icons that it shows first. */
const iconHref = (name: string) =>
  globalThis.document?.getElementById(`icon-${name}`)
    ? `#icon-${name}`
    : `/images/sprite.svg#${name}`

/** A decorative icon: the text is beside it. */
export function Icon({ name, size = 'm' }: Props) {
  return (
    <svg className={styles.icon} data-size={size} aria-hidden="true">
      <use href={iconHref(name)} />
    </svg>
  )
}

/**
 * The wordmark. It is in the same file as the icons, which saves the first visit a request. It is a drawing of the
 * default name; a store with another name shows that as text.
 */
export function Logo({ name }: { name: string }) {
  if (name !== defaultStoreName) return <span className={styles.name}>{name}</span>
  return (
    <svg className={styles.logo} role="img" aria-label={name}>
      <use href="/images/sprite.svg#logo" />
    </svg>
  )
}

import { type ReactNode, useState } from 'react'

import styles from './Disclosure.module.css'
import { asElements, type Elements } from '#ui/elements.tsx'
import { Icon } from '#ui/media/Icon.tsx'

type Props = { title: Elements | string; isInitiallyOpen?: boolean; children: ReactNode }

/** Optional content that opens and closes at its title. */
export function Disclosure({ title, isInitiallyOpen, children }: Props) {
  // Only the first value counts, because a later one must not toggle it while it is read.
  const [open] = useState(isInitiallyOpen)
  return (
    <details className={styles.disclosure} open={open}>
      <summary className={styles.title}>
        {asElements(title)}
        <Icon name="chevron-down" size="s" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}

import { type ReactNode, useState } from 'react'

import styles from './Disclosure.module.css'
import { Icon } from '#ui/media/Icon.tsx'

type Props = { title: ReactNode; isOpenAtFirst?: boolean; children: ReactNode }

/** Something to read for who wants to: opens and closes at its title. */
export function Disclosure({ title, isOpenAtFirst, children }: Props) {
  // Only the first value counts: a later one must not open or close it under the reader's hands.
  const [open] = useState(isOpenAtFirst)
  return (
    <details className={styles.disclosure} open={open}>
      <summary className={styles.title}>
        {title}
        <Icon name="chevron-down" size="s" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}

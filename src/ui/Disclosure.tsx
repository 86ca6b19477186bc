import type { ReactNode } from 'react'

import styles from './Disclosure.module.css'
import { Icon } from './Icon.tsx'

type Props = { title: ReactNode; isOpenAtFirst?: boolean; children: ReactNode }

/** Something to read for who wants to: opens and closes at its title. */
export function Disclosure({ title, isOpenAtFirst, children }: Props) {
  return (
    <details className={styles.disclosure} open={isOpenAtFirst}>
      <summary className={styles.title}>
        {title}
        <Icon name="chevron-down" size="s" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}

import type { ReactNode } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './FilterGroup.module.css'

type Props = { title: string; isClosedAtFirst?: boolean; children: ReactNode }

export function FilterGroup({ title, isClosedAtFirst, children }: Props) {
  return (
    <details className={styles.group} open={!isClosedAtFirst}>
      <summary className={styles.title}>
        {title}
        <span className={styles.minus}>
          <Icon name="minus" size="s" />
        </span>
        <span className={styles.plus}>
          <Icon name="plus" size="s" />
        </span>
      </summary>
      <div className={styles.body} role="group" aria-label={title}>
        {children}
      </div>
    </details>
  )
}

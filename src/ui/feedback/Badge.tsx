import type { ReactNode } from 'react'

import styles from './Badge.module.css'

type Props = { tone?: 'plain' | 'mint' | 'sale' | 'danger'; children: ReactNode }

export function Badge({ tone = 'plain', children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

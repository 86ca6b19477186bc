import type { ReactNode } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './Badge.module.css'

type Props = { tone?: 'plain' | 'mint' | 'sale' | 'danger'; children: ReactNode }

export function Badge({ tone = 'plain', children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

/** Marks a change that is not sent yet. */
export function WaitingBadge() {
  return (
    <Badge>
      <Icon name="clock" size="xs" />
      Waiting to send
    </Badge>
  )
}

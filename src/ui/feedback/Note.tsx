import type { ReactNode } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './Note.module.css'

type NoteProps = {
  icon?: string
  tone?: 'plain' | 'danger' | 'mint'
  /** Shows it above the bars at the bottom, for a note that appears after the content. */
  isFloating?: boolean
  children: ReactNode
}

/** A note about the content below it. Danger notes and floating ones are announced. */
export function Note({ icon, tone = 'plain', isFloating, children }: NoteProps) {
  const name = icon ?? (tone === 'danger' ? 'alert' : 'info')
  const role = tone === 'danger' ? 'alert' : isFloating ? 'status' : undefined
  return (
    <div
      className={styles.note}
      data-tone={tone}
      data-floating={isFloating || undefined}
      role={role}
    >
      <Icon name={name} size="s" />
      <div>{children}</div>
    </div>
  )
}

type BadgeProps = { tone?: 'plain' | 'mint' | 'sale' | 'danger'; children: ReactNode }

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

/** Marks a change that is not sent yet. */
export function PendingBadge() {
  return (
    <Badge>
      <Icon name="clock" size="xs" />
      Waiting to send
    </Badge>
  )
}

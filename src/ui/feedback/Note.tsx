import type { ReactNode } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './Note.module.css'

type Props = { icon?: string; tone?: 'plain' | 'danger' | 'mint'; children: ReactNode }

/** A note about the content below it. Danger notes are announced at once. */
export function Note({ icon, tone = 'plain', children }: Props) {
  const name = icon ?? (tone === 'danger' ? 'alert' : 'info')
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={name} size="s" />
      <div>{children}</div>
    </div>
  )
}

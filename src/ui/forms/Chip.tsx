import type { ButtonHTMLAttributes } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './Chip.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Stands before the words. */
  icon?: string
  /** A cross after them: a tap takes it away. */
  isRemovable?: boolean
}

export function Chip({ icon, isRemovable, children, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={styles.chip}>
      {icon && <Icon name={icon} size="xs" />}
      {children}
      {isRemovable && <Icon name="close" size="xs" />}
    </button>
  )
}

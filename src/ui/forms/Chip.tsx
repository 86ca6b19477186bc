import type { ButtonHTMLAttributes } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './Chip.module.css'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Icon before the label. */
  icon?: string
  /** Shows a cross: a tap removes the chip. */
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

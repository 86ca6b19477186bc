import type { ButtonHTMLAttributes } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './IconButton.module.css'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> & {
  icon: string
  /** What it does, for who cannot see the drawing. */
  label: string
  /** On a picture it has a light ground of its own, in both themes. */
  isOnPicture?: boolean
}

export function IconButton({ icon, label, isOnPicture, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-on-picture={isOnPicture || undefined}
      aria-label={label}
    >
      <Icon name={icon} />
    </button>
  )
}

import type { ButtonHTMLAttributes } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './IconButton.module.css'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> & {
  icon: string
  /** The accessible name. */
  label: string
  /** On an image it has a light background in both themes. */
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

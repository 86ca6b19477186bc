import type { InputHTMLAttributes, ReactNode } from 'react'

import styles from './Checkbox.module.css'
import { Icon } from '#ui/media/Icon.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  /** `radio` where only one of a group can be selected. */
  type?: 'checkbox' | 'radio'
  children: ReactNode
}

/** A checkbox or radio button with its label. */
export function Checkbox({ type = 'checkbox', children, ...rest }: Props) {
  return (
    <label className={styles.row}>
      <input {...rest} type={type} className={styles.input} />
      <span className={styles.box} data-type={type}>
        <Icon name="check" size="xs" />
      </span>
      {children}
    </label>
  )
}

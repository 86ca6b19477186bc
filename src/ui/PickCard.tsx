import type { InputHTMLAttributes, ReactNode } from 'react'

import styles from './PickCard.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'title'> & {
  title: ReactNode
  /** At the end of the title's line, such as what it costs. */
  aside?: ReactNode
  children?: ReactNode
}

/** One of a few ways that exclude each other, with what is to be known of it. */
export function PickCard({ title, aside, children, ...rest }: Props) {
  return (
    <label className={styles.card}>
      <input {...rest} type="radio" className={styles.input} />
      <span className={styles.dot} />
      <span className={styles.words}>
        <span className={styles.head}>
          <b>{title}</b>
          {aside}
        </span>
        {children && <span className={styles.more}>{children}</span>}
      </span>
    </label>
  )
}

import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

import styles from './OptionCard.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'title' | 'id'> & {
  title: ReactNode
  /** At the end of the title's line, such as a price. */
  aside?: ReactNode
  /** Below both; a tap on it selects too, unless it is a button. */
  children?: ReactNode
}

/** One of a few exclusive options, with a description. */
export function OptionCard({ title, aside, children, ...rest }: Props) {
  const id = useId()
  const moreId = `${id}-more`
  return (
    <div className={styles.card}>
      <input
        {...rest}
        id={id}
        type="radio"
        className={styles.input}
        aria-describedby={children ? moreId : undefined}
      />
      <span className={styles.dot} />
      <div className={styles.words}>
        <div className={styles.head}>
          <label className={styles.title} htmlFor={id}>
            {title}
          </label>
          {aside}
        </div>
        {children && (
          <div className={styles.more} id={moreId}>
            {children}
          </div>
        )}
      </div>
    </div>
  )
}

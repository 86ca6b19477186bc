import type { ReactNode } from 'react'

import styles from './EmptyState.module.css'

type Props = {
  title: string
  /** A drawing of `public/images`. */
  art?: string
  text?: ReactNode
  /** Where to go from here. */
  children?: ReactNode
}

export function EmptyState({ title, art, text, children }: Props) {
  return (
    <section className={styles.empty}>
      {art && <img className={styles.art} src={art} alt="" width={152} height={152} />}
      <h1 className={styles.title}>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  )
}

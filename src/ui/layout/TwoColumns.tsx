import type { ReactNode } from 'react'

import styles from './TwoColumns.module.css'

type Props = {
  /** Missing where the page has its own. */
  title?: ReactNode
  /** Sticky beside the page on a wide screen; below it on a phone. */
  side: ReactNode
  children: ReactNode
}

export function TwoColumns({ title, side, children }: Props) {
  return (
    <div className={styles.columns}>
      <section className={styles.main}>
        {title && <h1 className={styles.title}>{title}</h1>}
        {children}
      </section>
      <div className={styles.side}>{side}</div>
    </div>
  )
}

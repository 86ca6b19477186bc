import type { ReactNode } from 'react'

import styles from './TwoColumns.module.css'

type Props = {
  /** Left out where the page brings its own. */
  title?: ReactNode
  /** Beside the page on a wide screen, where it stays in sight; below it on a phone. */
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

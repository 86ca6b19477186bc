import type { ReactNode } from 'react'

import styles from './Section.module.css'

type Props = {
  title: string
  /** A way on, beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a page under its own title. */
export function Section({ title, aside, children }: Props) {
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

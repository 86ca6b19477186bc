import { type ReactNode, useId } from 'react'

import type { Elements } from '#ui/elements.tsx'
import styles from './Columns.module.css'

type PanelProps = {
  title?: ReactNode
  /** A small action or text beside the title. */
  aside?: Elements
  tone?: 'plain' | 'mist'
  children: Elements
}

/** A framed group. */
export function Panel({ title, aside, tone = 'plain', children }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} data-tone={tone} aria-labelledby={title ? id : undefined}>
      {title && (
        <header className={styles.head}>
          <h2 className={styles.title} id={id}>
            {title}
          </h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}

type TwoColumnsProps = {
  /** The page's heading; left out if the page has its own. */
  title?: ReactNode
  /** Sticky beside the page on a wide screen; below it on a phone. */
  side: Elements
  children: Elements
}

export function TwoColumns({ title, side, children }: TwoColumnsProps) {
  return (
    <div className={styles.columns}>
      <section className={styles.main}>
        {title && <h1 className={styles.columnsTitle}>{title}</h1>}
        {children}
      </section>
      <div className={styles.side}>{side}</div>
    </div>
  )
}

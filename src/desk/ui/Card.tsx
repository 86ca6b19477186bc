import type { ReactNode } from 'react'

import type { Elements } from '#ui/elements.tsx'
import styles from './Card.module.css'

type Props = {
  title: string
  detail?: string
  /** At the end of the card's header. */
  action?: Elements
  /** Whether the content reaches the edges, as lists do. */
  isFlush?: boolean
  children: ReactNode
}

/** A part of a page, with its heading. */
export function Card({ title, detail, action, isFlush = false, children }: Props) {
  return (
    <section className={styles.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {detail && <span className={styles.detail}>{detail}</span>}
        <span className={styles.end}>{action}</span>
      </header>
      <div className={isFlush ? undefined : styles.body}>{children}</div>
    </section>
  )
}

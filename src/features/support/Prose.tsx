import type { ReactNode } from 'react'

import styles from './Prose.module.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode }

/** A page to read: one column of a comfortable width. */
export function Prose({ title, lead, children }: Props) {
  return (
    <article className={styles.prose}>
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </article>
  )
}

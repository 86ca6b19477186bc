import type { ReactNode } from 'react'

import styles from './EmptyState.module.css'

type Props = {
  title: string
  /** 2 where the page around it has a title of its own. */
  level?: 1 | 2
  /** A drawing of `public/images`. */
  art?: string
  text?: ReactNode
  /** Where to go from here. */
  children?: ReactNode
}

export function EmptyState({ title, level = 1, art, text, children }: Props) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <section className={styles.empty}>
      {art && <img className={styles.art} src={art} alt="" width={152} height={152} />}
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  )
}

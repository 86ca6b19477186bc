import { type ReactNode, useId } from 'react'

import styles from './Panel.module.css'

type Props = {
  title?: ReactNode
  /** A small action or text beside the title. */
  aside?: ReactNode
  tone?: 'plain' | 'mist'
  children: ReactNode
}

/** A framed group. */
export function Panel({ title, aside, tone = 'plain', children }: Props) {
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

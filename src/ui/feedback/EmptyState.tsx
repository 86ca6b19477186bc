import type { ReactNode } from 'react'

import styles from './EmptyState.module.css'
import { Spinner } from './Loading.tsx'

type Props = {
  title: string
  /** 2 where the page has a title of its own. */
  level?: 1 | 2
  /** Set while the content loads. */
  isLoading?: boolean
  /** An illustration in `public/images`. */
  art?: string
  isArtWide?: boolean
  text?: ReactNode
  /** Links to where to go next. */
  children?: ReactNode
}

export function EmptyState({ title, level = 1, isLoading, art, isArtWide, text, children }: Props) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <section className={styles.empty}>
      {isLoading && <Spinner size="m" isSpinning />}
      {art && (
        <img
          className={styles.art}
          data-wide={isArtWide || undefined}
          src={art}
          alt=""
          width={152}
          height={152}
        />
      )}
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  )
}

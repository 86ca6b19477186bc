import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'

import { deskName } from '#desk/ui/deskName.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './Page.module.css'

type Props = {
  title: string
  /** A line below the title on phones. */
  subtitle?: string | undefined
  /** The page above this one: an arrow before the title leads there. */
  back?: { to: string; label: string }
  /** Controls at the end of the top bar. */
  actions?: Elements
  /** Whether the content reaches the edges, as lists do. */
  isFlush?: boolean
  children: ReactNode
}

/** A page of the desk: its top bar, and its content as the main landmark. */
export function Page({ title, subtitle, back, actions, isFlush = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} | ${deskName}`
  }, [title])
  return (
    <>
      <header className={styles.top}>
        {back && (
          <Link className={styles.back} to={back.to} aria-label={back.label}>
            <Icon name="back" />
          </Link>
        )}
        <div className={styles.title}>
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {actions}
      </header>
      <main className={styles.main} data-flush={isFlush || undefined}>
        {children}
      </main>
    </>
  )
}

import type { Elements } from '#ui/elements.tsx'
import styles from './Section.module.css'

type Props = {
  title: string
  /** A link beside the title. */
  aside?: Elements
  children: Elements
}

/** A titled section of a page. */
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

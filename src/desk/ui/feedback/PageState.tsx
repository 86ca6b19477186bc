import type { Elements } from '#ui/elements.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import styles from './PageState.module.css'

type Props = {
  icon: string
  title: string
  body?: string | undefined
  /** The one step that is offered. */
  children?: Elements
}

/** An empty list, a page that could not be loaded, or one that does not exist. */
export function PageState({ icon, title, body, children }: Props) {
  return (
    <section className={styles.state}>
      <Icon name={icon} size="l" />
      <h2>{title}</h2>
      {body && <p>{body}</p>}
      {children}
    </section>
  )
}

const cells = [0, 1, 2, 3]

/** A list that loads: its rows in grey, so that nothing jumps when they arrive. */
export function LoadingRows({ label, count = 8 }: { label: string; count?: number | undefined }) {
  return (
    <div className={styles.rows} role="status" aria-label={label}>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={styles.row}>
          {cells.map((cell) => (
            <i key={cell} />
          ))}
        </div>
      ))}
    </div>
  )
}

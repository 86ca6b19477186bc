import type { Elements } from '#ui/elements.tsx'
import styles from './ActionBar.module.css'

/** The one action of a page, at the bottom for one hand. On phones it stands in the place of the tab bar. */
export function ActionBar({ children }: { children: Elements }) {
  return (
    <div className={styles.bar} data-action-bar>
      <div>{children}</div>
    </div>
  )
}

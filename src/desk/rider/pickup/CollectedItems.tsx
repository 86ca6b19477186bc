import type { CollectedItem } from '#contract/staff/pickups.ts'
import styles from '#desk/rider/moves/UpdatesCards.module.css'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { texts } from './texts.ts'

/** What the rider has fetched and brings to the warehouse. */
export function CollectedItems({ items }: { items: CollectedItem[] }) {
  if (items.length === 0) return null
  return (
    <section className={styles.card} aria-label={texts.bringBack}>
      <div className={styles.head}>
        <h2>{texts.bringBack}</h2>
      </div>
      <ul>
        {items.map(({ number, item, name, size, quantity, warehouse }) => (
          <li key={`${number}-${item}`} className={styles.update} data-kind="waiting">
            <Icon name="return" />
            <div className={styles.what}>
              <p>{texts.takenItem(name, size, quantity)}</p>
              <span>{texts.takenFor(warehouse, number)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

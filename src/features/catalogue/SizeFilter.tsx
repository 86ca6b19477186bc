import { itemsText } from './itemsText.ts'
import styles from './SizeFilter.module.css'

type Props = {
  sizes: string[]
  /** How many products have each size in stock. */
  counts?: Record<string, number> | undefined
  chosen: string[]
  onToggle: (size: string) => void
}

/** The sizes of a list, of which several can be chosen. */
export function SizeFilter({ sizes, counts, chosen, onToggle }: Props) {
  return (
    <div className={styles.sizes}>
      {sizes.map((size) => (
        <button
          key={size}
          type="button"
          className={styles.size}
          aria-pressed={chosen.includes(size)}
          title={counts?.[size] === undefined ? undefined : itemsText(counts[size])}
          onClick={() => onToggle(size)}
        >
          {size}
        </button>
      ))}
    </div>
  )
}

import styles from './SizeFilter.module.css'

type Props = { sizes: string[]; chosen: string[]; onToggle: (size: string) => void }

/** The sizes of a list, of which several can be chosen. */
export function SizeFilter({ sizes, chosen, onToggle }: Props) {
  return (
    <div className={styles.sizes}>
      {sizes.map((size) => (
        <button
          key={size}
          type="button"
          className={styles.size}
          aria-pressed={chosen.includes(size)}
          onClick={() => onToggle(size)}
        >
          {size}
        </button>
      ))}
    </div>
  )
}

import { moneyText } from '#ui/text/Money.tsx'
import styles from './PriceRange.module.css'
import { priceStep } from './priceScale.ts'

type Props = {
  scale: { lowest: number; highest: number }
  from: number
  to: number
  onFrom: (rupees: number) => void
  onTo: (rupees: number) => void
  /** The hand has let go. */
  onSettle: () => void
}

/** Two handles on one line, dragged or moved by the arrow keys. They stop at each other. */
export function PriceRange({ scale: { lowest, highest }, from, to, ...calls }: Props) {
  const { onFrom, onTo, onSettle } = calls
  const within = (rupees: number) => Math.min(Math.max(rupees, lowest), highest)
  const percent = (rupees: number) => ((within(rupees) - lowest) / (highest - lowest)) * 100
  const handle = { min: lowest, max: highest, step: priceStep, className: styles.handle }
  const settling = { onPointerUp: onSettle, onBlur: onSettle }

  return (
    <div className={styles.range}>
      <svg
        className={styles.line}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className={styles.whole} width="100" height="4" />
        <rect
          className={styles.part}
          x={percent(from)}
          width={Math.max(percent(to) - percent(from), 0)}
          height="4"
        />
      </svg>
      <input
        {...handle}
        {...settling}
        type="range"
        aria-label="Lowest price"
        aria-valuetext={moneyText(within(from))}
        value={within(from)}
        onChange={({ target }) => onFrom(Math.min(Number(target.value), within(to)))}
      />
      <input
        {...handle}
        {...settling}
        type="range"
        aria-label="Highest price"
        aria-valuetext={moneyText(within(to))}
        value={within(to)}
        onChange={({ target }) => onTo(Math.max(Number(target.value), within(from)))}
      />
    </div>
  )
}

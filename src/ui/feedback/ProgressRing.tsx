import styles from './ProgressRing.module.css'

type Props = {
  steps: number
  /** Number of finished steps. */
  done: number
  /** `fit` fills its container. */
  size?: 'l' | 'fit'
  isSpinning?: boolean
}

/** The gap between two steps, as a fraction of the circle. */
const gap = 0.02

/** A ring with a segment per step, filled up to the current one. */
export function ProgressRing({ steps, done, size = 'l', isSpinning }: Props) {
  const segment = 1 / steps - gap
  return (
    <svg
      className={styles.ring}
      data-size={size}
      data-turning={isSpinning || undefined}
      viewBox="0 0 120 120"
      aria-hidden="true"
    >
      {Array.from({ length: steps }, (_, index) => (
        <circle
          key={index}
          className={styles.segment}
          data-done={index < done || undefined}
          cx="60"
          cy="60"
          r="54"
          pathLength={1}
          strokeDasharray={`${segment} ${1 - segment}`}
          strokeDashoffset={-(index / steps + gap / 2)}
        />
      ))}
    </svg>
  )
}

import styles from './Ring.module.css'

type Props = {
  /** How much of the circle is done, 0 to 1. */
  part?: number
  /** `fit` fills its box. */
  size?: 's' | 'm' | 'l' | 'fit'
  isTurning?: boolean
}

const length = 100

/** The brand's hour: a ring whose finished part is mint. */
export function Ring({ part = 0.25, size = 's', isTurning }: Props) {
  return (
    <svg
      className={styles.ring}
      data-size={size}
      data-turning={isTurning || undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <circle className={styles.whole} cx="12" cy="12" r="9" />
      <circle
        className={styles.part}
        cx="12"
        cy="12"
        r="9"
        pathLength={length}
        strokeDasharray={`${part * length} ${length}`}
      />
    </svg>
  )
}

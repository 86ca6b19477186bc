import styles from './Ring.module.css'

type Props = { size?: 's' | 'm'; isTurning?: boolean }

/** The brand's hour: a ring whose first quarter is mint. */
export function Ring({ size = 's', isTurning }: Props) {
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
        pathLength="100"
        strokeDasharray="25 100"
      />
    </svg>
  )
}

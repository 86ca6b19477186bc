import styles from './PaidStamp.module.css'

export function PaidStamp() {
  return <span className={styles.stamp}>PAID</span>
}

import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './CardSkeletons.module.css'

/** The places of cards that are on their way. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    <li key={place} className={styles.card} aria-hidden="true">
      <Skeleton shape="picture" />
      <span className={styles.words}>
        <Skeleton shape="line" />
        <Skeleton shape="line" />
        <Skeleton shape="line" />
      </span>
    </li>
  ))
}

import { Icon } from '#ui/media/Icon.tsx'
import { Spoken } from '#ui/text/VisuallyHidden.tsx'
import styles from './StarRow.module.css'

const all = [1, 2, 3, 4, 5]

/** So many of five stars. */
export function StarRow({ stars }: { stars: number }) {
  return (
    <span className={styles.row}>
      <Spoken>{stars} of 5 stars</Spoken>
      {all.map((nth) => (
        <span key={nth} className={styles.star} data-full={nth <= Math.round(stars) || undefined}>
          <Icon name={nth <= Math.round(stars) ? 'star-filled' : 'star'} size="s" />
        </span>
      ))}
    </span>
  )
}

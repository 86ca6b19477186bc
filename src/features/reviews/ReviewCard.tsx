import type { Review } from '#contract/review.ts'
import { When } from '#ui/When.tsx'
import { fitText } from './fitText.ts'
import styles from './ReviewCard.module.css'
import { StarRow } from './StarRow.tsx'

/** What one shopper says. */
export function ReviewCard({ review }: { review: Review }) {
  const { stars, words, fit, size, firstName, at } = review
  return (
    <article className={styles.card}>
      <p className={styles.head}>
        <StarRow stars={stars} />
        <b>{firstName}</b>
        <span className={styles.when}>
          <When at={at} />
        </span>
      </p>
      {words && <p className={styles.words}>{words}</p>}
      <p className={styles.facts}>
        Size {size}
        {fit && ` · ${fitText[fit]}`}
      </p>
    </article>
  )
}

import { Button } from '#ui/Button.tsx'
import { Section } from '#ui/Section.tsx'
import { FitBar } from './FitBar.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import styles from './ReviewSection.module.css'
import { StarRow } from './StarRow.tsx'
import { useReviews } from './useReviews.ts'

/** What shoppers who received a product say of it. */
export function ReviewSection({ productId }: { productId: string }) {
  const { summary, reviews, hasMore, isBusy, readMore } = useReviews(productId)
  if (!summary) return null
  const { count, average, fit, sizeHint } = summary
  return (
    <Section title="Reviews">
      {average === null ? (
        <p className={styles.none}>No reviews yet. Who receives it can write the first.</p>
      ) : (
        <div className={styles.layout}>
          <div className={styles.summary}>
            <p className={styles.average}>
              <b>{average.toFixed(1)}</b> <StarRow stars={average} />
            </p>
            <p className={styles.none}>{count === 1 ? '1 review' : `${count} reviews`}</p>
            <FitBar counts={fit} hint={sizeHint} />
          </div>
          <div>
            <ul>
              {reviews.map((review) => (
                <li key={`${review.at} ${review.firstName}`}>
                  <ReviewCard review={review} />
                </li>
              ))}
            </ul>
            {hasMore && (
              <p className={styles.more}>
                <Button variant="line" isBusy={isBusy} busyText="Loading..." onClick={readMore}>
                  More reviews
                </Button>
              </p>
            )}
          </div>
        </div>
      )}
    </Section>
  )
}

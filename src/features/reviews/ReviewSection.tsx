import useSWRInfinite from 'swr/infinite'
import { type ComponentProps, useState } from 'react'

import { sizeText } from '#contract/catalogue/stock.ts'
import type { Fit, FitCounts, OwnReview, Review, ReviewPhoto } from '#contract/catalogue/review.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { Badge } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { fitOptions, fitText, readReviews, type Reviews, useOwnReview } from './reviews.ts'
import styles from './ReviewSection.module.css'

type Key = readonly ['reviews', id: string, cursor: string]

/** The reviews loaded so far; nothing is shown where they cannot be read. */
function useReviews(id: string) {
  const { data, isValidating, size, setSize } = useSWRInfinite<Reviews, Error>(
    (page: number, before: Reviews | null): Key | null => {
      if (page > 0 && !before?.nextCursor) return null
      return ['reviews', id, before?.nextCursor ?? '']
    },
    ([, of, cursor]: Key) => readReviews(of, cursor || undefined),
  )
  const last = data?.at(-1)
  return {
    summary: data?.[0],
    reviews: data?.flatMap((page) => page.data) ?? [],
    hasMore: typeof last?.nextCursor === 'string',
    isBusy: isValidating,
    readMore: () => void setSize(size + 1),
  }
}

type Props = { counts: FitCounts; hint: Fit | null }

/** Distribution of the fit answers, from small to large. */
function FitBar({ counts, hint }: Props) {
  const all = counts.small + counts.true + counts.large
  if (all === 0) return null
  return (
    <dl className={styles.bar}>
      {fitOptions.map(([fit, text]) => (
        <div key={fit} className={styles.fitRow} data-most={fit === hint || undefined}>
          <dt>{text}</dt>
          <dd>
            <meter className={styles.meter} min={0} max={all} value={counts[fit]}>
              {`${counts[fit]} of ${all}`}
            </meter>
            <span className={styles.count}>{counts[fit]}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ReviewCardProps = { review: Review | OwnReview; isOwn?: boolean }

function ReviewCard({ review, isOwn = false }: ReviewCardProps) {
  const { stars, words, fit, size, firstName, at, photos } = review
  return (
    <article className={styles.card}>
      <p className={styles.head}>
        <StarRow stars={stars} />
        <b>{firstName}</b>
        <span className={styles.when}>
          <DateTime at={at} />
        </span>
        {isOwn && <Badge tone="mint">Your review</Badge>}
      </p>
      {words && <p className={styles.text}>{words}</p>}
      {photos.length > 0 && <ReviewPhotos photos={photos} firstName={firstName} />}
      <p className={styles.facts}>{`${sizeText(size)}${fit ? ` · ${fitText[fit]}` : ''}`}</p>
    </article>
  )
}

const keyOf = ({ at, firstName }: Pick<Review, 'at' | 'firstName'>) => `${at} ${firstName}`

/** The reviews of customers who received the product. */
export function ReviewSection({ productId }: { productId: string }) {
  const { summary, reviews, hasMore, isBusy, readMore } = useReviews(productId)
  const { own } = useOwnReview(productId, (summary?.count ?? 0) > 0)
  if (!summary) return null
  const { count, average, fit, sizeHint } = summary
  const others = own ? reviews.filter((review) => keyOf(review) !== keyOf(own)) : reviews
  return (
    <Section title="Reviews">
      {average === null ? (
        <p className={styles.none}>No reviews yet. Bought it? Be the first to review it.</p>
      ) : (
        <div className={styles.layout}>
          <div className={styles.summary}>
            <p className={styles.average}>
              <b>{`${average.toFixed(1)} `}</b>
              <StarRow stars={average} />
            </p>
            <p className={styles.none}>{count === 1 ? '1 review' : `${count} reviews`}</p>
            <FitBar counts={fit} hint={sizeHint} />
          </div>
          <div>
            <ul>
              {own && (
                <li>
                  <ReviewCard review={own} isOwn />
                </li>
              )}
              {others.map((review) => (
                <li key={keyOf(review)}>
                  <ReviewCard review={review} />
                </li>
              ))}
            </ul>
            {hasMore && (
              <p className={styles.more}>
                <Button variant="outline" isBusy={isBusy} busyText="Loading..." onClick={readMore}>
                  Show more reviews
                </Button>
              </p>
            )}
          </div>
        </div>
      )}
    </Section>
  )
}

const all = [1, 2, 3, 4, 5]

/** A rating out of five stars. */
function StarRow({ stars }: { stars: number }) {
  return (
    <span className={styles.starRow}>
      <VisuallyHidden>{`${stars} out of 5 stars`}</VisuallyHidden>
      {all.map((nth) => (
        <span key={nth} className={styles.star} data-full={nth <= Math.round(stars) || undefined}>
          <Icon name={nth <= Math.round(stars) ? 'star-filled' : 'star'} size="s" />
        </span>
      ))}
    </span>
  )
}

/** `isPending` is set in the author's own review only. */
type Photo = ReviewPhoto & { isPending?: boolean }
type ReviewPhotosProps = { photos: Photo[]; firstName: string }

const loadViewer = () => import('#ui/photos/PhotoViewer.tsx')

/** The photos of a review as thumbnails, which open full screen. */
function ReviewPhotos({ photos, firstName }: ReviewPhotosProps) {
  const [opened, setOpened] = useState<number>()
  const name = `${firstName}’s review`
  const pendingCount = photos.filter(({ isPending }) => isPending).length

  return (
    <>
      <ul className={styles.photos}>
        {photos.map(({ url, thumbnail, isPending }, index) => (
          <li key={url}>
            <button
              type="button"
              className={styles.photo}
              aria-haspopup="dialog"
              aria-label={`Photo ${index + 1} of ${name}${isPending ? ', not shown to others yet' : ''}`}
              onClick={() => setOpened(index)}
            >
              <img src={thumbnail} alt="" width={72} height={72} loading="lazy" />
              {isPending && (
                <span className={styles.pending}>
                  <Icon name="clock" size="xs" />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {pendingCount > 0 && (
        <p className={styles.note}>
          <Icon name="clock" size="s" />
          <span>
            {pendingCount === 1
              ? 'We’ll show your photo once we’ve checked it'
              : 'We’ll show your photos once we’ve checked them'}
          </span>
        </p>
      )}
      {opened !== undefined && (
        <Viewer
          name={name}
          photos={photos.map(({ url }) => url)}
          startAt={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

type ViewerProps = ComponentProps<Awaited<ReturnType<typeof loadViewer>>['PhotoViewer']>

function Viewer(props: ViewerProps) {
  const { module, ...state } = useDeferredImport(loadViewer)
  return module ? (
    <module.PhotoViewer {...props} />
  ) : (
    <LoadingDialog title={props.name} onClose={props.onClose} {...state} />
  )
}

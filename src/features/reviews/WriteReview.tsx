import { useState } from 'react'
import { useAtom, useAtomValue } from 'jotai'
import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { Fit, type NewReview, type OwnReview } from '#contract/catalogue/review.ts'
import { fillPath } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { usePhotoUploads } from '#platform/api/usePhotoUploads.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { toastServerMessageOr, toastSuccess } from '#platform/toasts.ts'
import { Button, TextButton } from '#ui/forms/Button.tsx'
import { Checkbox, TextArea } from '#ui/forms/Fields.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { PhotoPicker } from '#ui/photos/PhotoPicker.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { addReview, fitOptions, useOwnReview } from './reviews.ts'
import styles from './WriteReview.module.css'

type Props = {
  product: { _id: string; name: string }
  /** Whether the customer has already sent a review, which a new one replaces. */
  isReviewed?: boolean | undefined
  /** Called after a review was sent. */
  onSent?: () => void
}

const couldNotSend = toastServerMessageOr('We couldn’t send your review. Please try again.')
const { max } = rules.reviewPhotos

/** A button that opens the review form for a received item. What was written stays until it is sent. */
export function WriteReview({ product, isReviewed, onSent }: Props) {
  const { _id: id } = product
  const [isOpen, setIsOpen] = useState(false)
  const [isSending, setIsSending] = useState(false)
  // Known before the order is read again.
  const [isSent, setIsSent] = useState(false)
  const { own, refresh } = useOwnReview(id, isOpen)
  const { draft, write, discard } = useReviewDraft(id, own)
  const path = fillPath(calls.addReviewPhoto.path, { id })
  const uploads = usePhotoUploads({ path, max, saved: own?.photos })

  async function send(review: NewReview) {
    setIsSending(true)
    await addReview(id, review).then((msg) => {
      setIsOpen(false)
      discard()
      uploads.clear()
      setIsSent(true)
      void refresh()
      onSent?.()
      return toastSuccess(msg ?? 'Thank you for your review')
    }, couldNotSend)
    setIsSending(false)
  }

  const title = isReviewed || isSent ? 'Edit your review' : 'Write a review'
  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {title}
      </TextButton>
      {isOpen && (
        <ReviewDialog
          title={title}
          productName={product.name}
          draft={draft}
          uploads={own === undefined ? undefined : uploads}
          isSending={isSending}
          onWrite={write}
          onSend={(review) => void send(review)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

type StarRatingInputProps = { stars: number; onChoose: (stars: number) => void }

const all = [1, 2, 3, 4, 5]

/** Radio buttons for one to five stars, so that the arrow keys work. */
function StarRatingInput({ stars, onChoose }: StarRatingInputProps) {
  return (
    <fieldset>
      <legend className={styles.starsLegend}>How would you rate it?</legend>
      <div className={styles.stars}>
        {all.map((nth) => (
          <label key={nth} className={styles.star} data-full={nth <= stars || undefined}>
            <input
              type="radio"
              name="stars"
              value={nth}
              checked={nth === stars}
              onChange={() => onChoose(nth)}
            />
            <VisuallyHidden>{nth === 1 ? '1 star' : `${nth} stars`}</VisuallyHidden>
            <Icon name={nth <= stars ? 'star-filled' : 'star'} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type ReviewDialogProps = {
  title: string
  productName: string
  draft: ReviewDraft
  /** Undefined while an earlier review, which may have photos, is not known. */
  uploads: ReturnType<typeof usePhotoUploads> | undefined
  isSending: boolean
  onWrite: (part: Partial<ReviewDraft>) => void
  onSend: (review: NewReview) => void
  onClose: () => void
}

const maxLength = 2000

/** Stars are required; fit, text and photos are optional. */
function ReviewDialog({ productName, draft, uploads, isSending, ...rest }: ReviewDialogProps) {
  const { title, onWrite, onSend, onClose } = rest
  const { stars, fit, words } = draft
  const [isSubmitted, setIsSubmitted] = useState(false)

  function send() {
    setIsSubmitted(true)
    if (uploads?.hasFailed) return
    onSend({ stars, words: words.trim(), fit, photos: uploads?.urls })
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          isWide
          disabled={stars === 0}
          isBusy={isSending || uploads?.isUploading}
          busyText={isSending ? 'Submitting...' : 'Uploading...'}
          onClick={send}
        >
          Submit review
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.name}>{productName}</p>
        <StarRatingInput stars={stars} onChoose={(chosen) => onWrite({ stars: chosen })} />
        <fieldset>
          <legend className={styles.legend}>How does it fit?</legend>
          {fitOptions.map(([value, text]) => (
            <Checkbox
              key={value}
              type="radio"
              name="fit"
              checked={fit === value}
              onChange={() => onWrite({ fit: value })}
            >
              {text}
            </Checkbox>
          ))}
        </fieldset>
        <TextArea
          label="Your review (optional)"
          maxLength={maxLength}
          value={words}
          onChange={({ target }) => onWrite({ words: target.value })}
        />
        {uploads && <PhotoPicker uploads={uploads} max={max} isSubmitted={isSubmitted} />}
        <p className={styles.hint}>
          Your review will show your first name and size. Photos are shown after we’ve checked them.
        </p>
      </div>
    </Dialog>
  )
}

const ReviewDraft = v.object({
  /** 0 until the customer has chosen. */
  stars: v.number(),
  fit: v.optional(Fit),
  words: v.string(),
})
type ReviewDraft = v.InferOutput<typeof ReviewDraft>
const emptyDraft: ReviewDraft = { stars: 0, words: '' }

/** Unsent reviews, by customer and product. Stored, so that a reload or a lost connection loses nothing. */
const reviewDraftsAtom = persistedAtom<Record<string, ReviewDraft>>(
  'review-drafts',
  v.record(v.string(), ReviewDraft),
  {},
)

/** The customer's unsent review of a product. It starts as the review that they sent before, if any. */
function useReviewDraft(productId: string, sent: OwnReview | null | undefined) {
  const key = `${useAtomValue(userIdAtom)} ${productId}`
  const [drafts, setDrafts] = useAtom(reviewDraftsAtom)
  const start = sent
    ? { stars: sent.stars, words: sent.words, fit: sent.fit ?? undefined }
    : emptyDraft
  return {
    draft: drafts[key] ?? start,
    write: (part: Partial<ReviewDraft>) =>
      void setDrafts((all) => ({
        ...all,
        [key]: { ...(all[key] ?? start), ...part },
      })),
    discard: () =>
      void setDrafts((all) =>
        Object.fromEntries(Object.entries(all).filter(([storedKey]) => storedKey !== key)),
      ),
  }
}

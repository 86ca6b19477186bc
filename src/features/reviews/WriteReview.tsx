import { useState } from 'react'

import type { Fit, NewReview } from '#contract/catalogue/review.ts'
import { toastServerMessageOr, toastSuccess } from '#platform/toasts.ts'
import { Button, TextButton } from '#ui/forms/Button.tsx'
import { Checkbox, TextArea } from '#ui/forms/Fields.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { addReview, fits } from './reviews.ts'
import styles from './WriteReview.module.css'

type Props = { product: { _id: string; name: string } }

const couldNotSend = toastServerMessageOr("We couldn't send your review. Please try again.")

/** A button that opens the review form for a received item. */
export function WriteReview({ product }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [isSending, setIsSending] = useState(false)

  async function onSend(review: NewReview) {
    setIsSending(true)
    await addReview(product._id, review).then((msg) => {
      setIsOpen(false)
      return toastSuccess(msg ?? 'Thank you for your review')
    }, couldNotSend)
    setIsSending(false)
  }

  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Write a review
      </TextButton>
      {isOpen && (
        <ReviewDialog
          productName={product.name}
          isSending={isSending}
          onSend={(review) => void onSend(review)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

type StarChoiceProps = { stars: number; onChoose: (stars: number) => void }

const all = [1, 2, 3, 4, 5]

/** Radio buttons for one to five stars, so that the arrow keys work. */
function StarChoice({ stars, onChoose }: StarChoiceProps) {
  return (
    <fieldset>
      <legend className={styles.starChoiceLegend}>How would you rate it?</legend>
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
  productName: string
  isSending: boolean
  onSend: (review: NewReview) => void
  onClose: () => void
}

const longest = 2000

/** Stars are required; fit and text are optional. */
function ReviewDialog({ productName, isSending, onSend, onClose }: ReviewDialogProps) {
  const [stars, setStars] = useState(0)
  const [fit, setFit] = useState<Fit>()
  const [words, setWords] = useState('')

  return (
    <Dialog
      title="Write a review"
      onClose={onClose}
      footer={
        <Button
          variant="go"
          isWide
          disabled={stars === 0}
          isBusy={isSending}
          busyText="Sending..."
          onClick={() => onSend({ stars, words: words.trim(), ...(fit ? { fit } : {}) })}
        >
          Send review
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.name}>{productName}</p>
        <StarChoice stars={stars} onChoose={setStars} />
        <fieldset>
          <legend className={styles.reviewDialogLegend}>How does it fit?</legend>
          {fits.map(([value, text]) => (
            <Checkbox
              key={value}
              type="radio"
              name="fit"
              checked={fit === value}
              onChange={() => setFit(value)}
            >
              {text}
            </Checkbox>
          ))}
        </fieldset>
        <TextArea
          label="Your review (optional)"
          maxLength={longest}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <p className={styles.hint}>Your review will show your first name and size.</p>
      </div>
    </Dialog>
  )
}

import { useState } from 'react'

import type { NewReview } from '#contract/catalogue/review.ts'
import { toastSuccess, toastServerMessageOr } from '#platform/toasts.ts'
import { TextButton } from '#ui/forms/TextButton.tsx'
import { addReview } from './reviewApi.ts'
import { ReviewDialog } from './ReviewDialog.tsx'

type Props = { product: { _id: string; name: string } }

const couldNotSend = toastServerMessageOr("We couldn't send your review. Please try again.")

/** The way to a review of something that was received. */
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

import { useAtom, useAtomValue } from 'jotai'
import * as v from 'valibot'

import { Fit, type OwnReview } from '#contract/catalogue/review.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

const ReviewDraft = v.object({
  /** 0 until the customer has chosen. */
  stars: v.number(),
  fit: v.optional(Fit),
  words: v.string(),
})
export type ReviewDraft = v.InferOutput<typeof ReviewDraft>
const emptyDraft: ReviewDraft = { stars: 0, words: '' }

/** Unsent reviews, by customer and product. Stored, so that a reload or a lost connection loses nothing. */
const reviewDraftsAtom = persistedAtom<Record<string, ReviewDraft>>(
  'review-drafts',
  v.record(v.string(), ReviewDraft),
  {},
)

/** The customer's unsent review of a product. It starts as the review that they sent before, if any. */
export function useReviewDraft(productId: string, sent: OwnReview | null | undefined) {
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

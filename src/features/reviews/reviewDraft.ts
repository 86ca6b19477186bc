import { useAtom, useAtomValue } from 'jotai'
import * as v from 'valibot'

import { Fit } from '#contract/catalogue/review.ts'
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

/** The customer's unsent review of a product. */
export function useReviewDraft(productId: string) {
  const key = `${useAtomValue(userIdAtom)} ${productId}`
  const [drafts, setDrafts] = useAtom(reviewDraftsAtom)
  return {
    draft: drafts[key] ?? emptyDraft,
    write: (part: Partial<ReviewDraft>) =>
      void setDrafts((all) => ({
        ...all,
        [key]: { ...(all[key] ?? emptyDraft), ...part },
      })),
    discard: () =>
      void setDrafts((all) =>
        Object.fromEntries(Object.entries(all).filter(([other]) => other !== key)),
      ),
  }
}

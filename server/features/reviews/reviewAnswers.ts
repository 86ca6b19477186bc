import { rules } from '#contract/rules.ts'
import { type Answers, ok } from '#server/platform/answers.ts'
import { limitRate } from '#server/platform/limitRate.ts'
import { readReviews } from './readReviews.ts'
import { writeReview } from './writeReview.ts'

type ReviewOutside = { hasRateLimits: boolean }

const dayMs = 24 * 60 * 60 * 1000

/** What shoppers say of what they received. */
export function reviewAnswers({ hasRateLimits }: ReviewOutside): Answers {
  return {
    readReviews: async ({ db, params, query }) =>
      ok({ result: await readReviews(db, params.id ?? '', query.cursor) }),

    addReview: async ({ store, params, body }) => {
      if (hasRateLimits) {
        const bucket = `reviews:${store.userId}`
        const limit = { bucket, most: rules.limits.reviews, withinMs: dayMs }
        await limitRate(
          store.db,
          limit,
          'You’ve reached today’s limit for reviews. Please try again tomorrow.',
        )
      }
      await writeReview(store, params.id ?? '', body)
      return ok({ msg: 'Thank you for your review' })
    },
  }
}

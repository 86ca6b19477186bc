import * as v from 'valibot'

import {
  CursorQuery,
  type SchemasByCall,
  optionalField,
  multiLineText,
  responseSchema,
  SuccessResponse,
  PhotoResponse,
} from '#contract/api/fields.ts'
import * as rules from '#contract/rules.ts'

export const Fit = v.picklist(['small', 'true', 'large'])
export type Fit = v.InferOutput<typeof Fit>

const FitCounts = v.object({ small: v.number(), true: v.number(), large: v.number() })
export type FitCounts = v.InferOutput<typeof FitCounts>

/** URLs of a photo, and of its small square version. */
const ReviewPhoto = v.object({ url: v.string(), thumbnail: v.string() })
export type ReviewPhoto = v.InferOutput<typeof ReviewPhoto>

export const Review = v.object({
  stars: v.number(),
  words: v.string(),
  fit: v.nullish(Fit),
  size: v.string(),
  firstName: v.string(),
  at: v.string(),
  /** Only photos that the store has approved. Stored responses may lack them. */
  photos: v.optional(v.array(ReviewPhoto), []),
})
export type Review = v.InferOutput<typeof Review>

export const ReviewsResponse = responseSchema({
  result: v.object({
    data: v.array(Review),
    average: v.nullable(v.number()),
    count: v.number(),
    /** Fit answers in reviews. */
    fit: FitCounts,
    /** Fit by reviews and by the sizes that customers exchanged it for. */
    sizeHint: v.nullable(Fit),
    nextCursor: v.nullable(v.string()),
  }),
})

/** A customer's own review of a product, with the photos that the store hasn't checked yet. */
export const OwnReviewResponse = responseSchema({
  result: v.object({
    review: v.nullable(
      v.object({
        ...Review.entries,
        photos: v.array(v.object({ ...ReviewPhoto.entries, isPending: v.boolean() })),
      }),
    ),
  }),
})
export type OwnReview = NonNullable<v.InferOutput<typeof OwnReviewResponse>['result']['review']>

/** Body of `POST /products/{id}/reviews`. */
export const NewReview = v.object({
  stars: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  words: optionalField(multiLineText({ max: 2000 })),
  fit: optionalField(Fit),
  /**
   * URLs of uploaded photos, in the order in which they are shown. Without this field, an earlier
   * review keeps its photos.
   */
  photos: optionalField(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(rules.reviewPhotos.max)),
  ),
})
export type NewReview = v.InferOutput<typeof NewReview>
export type ReviewsResponse = v.InferOutput<typeof ReviewsResponse>

const { minAnswers, minAgreeingShare } = rules.reviews

/**
 * How a product fits: the most frequent answer, if there are enough answers and enough of them
 * agree.
 */
export function sizeHintOf({ small, true: fitting, large }: FitCounts): Fit | null {
  const all = small + fitting + large
  if (all < minAnswers) return null
  const answers: [Fit, number][] = [
    ['true', fitting],
    ['small', small],
    ['large', large],
  ]
  const [most, second] = answers.sort(([, a], [, b]) => b - a)
  if (!most || !second || most[1] === second[1]) return null
  return most[1] >= all * minAgreeingShare ? most[0] : null
}

export const reviewReads = {
  readReviews: { query: CursorQuery, response: ReviewsResponse },
} satisfies SchemasByCall

export const reviewCalls = {
  readOwnReview: { response: OwnReviewResponse },
  addReviewPhoto: { upload: rules.reviewPhotos, response: PhotoResponse },
  addReview: { body: NewReview, response: SuccessResponse },
} satisfies SchemasByCall

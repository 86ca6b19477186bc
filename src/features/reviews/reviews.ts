import { useAtomValue } from 'jotai'
import useSWR from 'swr'

import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import {
  type Fit,
  type NewReview,
  type OwnReview,
  OwnReviewResponse,
  ReviewsResponse,
} from '#contract/catalogue/review.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { userIdAtom } from '#platform/session/session.ts'

export type Reviews = ReviewsResponse['result']

export async function readReviews(id: string, cursor?: string): Promise<Reviews> {
  const query = cursor ? { query: { cursor } } : {}
  const { result } = await parseResponse(
    ReviewsResponse,
    request(calls.readReviews, { params: { id }, ...query }),
  )
  return result
}

async function readOwnReview(id: string): Promise<OwnReview | null> {
  const { result } = await parseResponse(
    OwnReviewResponse,
    request(calls.readOwnReview, { params: { id } }),
  )
  return result.review
}

/**
 * The customer's own review, with photos that the store hasn't checked yet. Null if there is none,
 * undefined while it is not known or not enabled.
 */
export function useOwnReview(id: string, isEnabled: boolean) {
  const userId = useAtomValue(userIdAtom)
  const key = userId && isEnabled ? (['own-review', userId, id] as const) : null
  const { data, mutate } = useSWR(key, () => readOwnReview(id))
  return { own: data, refresh: mutate }
}

/** Sends a review and returns the store's message. */
export async function addReview(id: string, json: NewReview): Promise<string | undefined> {
  const { msg } = await parseResponse(
    SuccessResponse,
    request(calls.addReview, { params: { id }, json }),
  )
  return msg
}

/** Sorted from small to large. */
export const fitText = {
  small: 'Runs small',
  true: 'True to size',
  large: 'Runs large',
} as const satisfies Record<Fit, string>

export const fitOptions = Object.entries(fitText) as [Fit, string][]

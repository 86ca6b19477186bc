import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import { WishlistIdsResponse, WishlistLine, WishlistResponse } from '#contract/wishlist.ts'
import { ApiError, isDefiniteFailure } from '#platform/api/apiError.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import type { SendContext } from '#platform/outbox/outbox.ts'

/** `ids` fill the hearts; `lines` are those of them whose products are known here. */
const Wishlist = v.object({ ids: v.array(v.string()), lines: v.array(WishlistLine) })
export type Wishlist = v.InferOutput<typeof Wishlist>

/** `readAt` is when it was last read from the server, in ms since 1970. */
export const SavedWishlist = v.object({
  ownerId: v.optional(v.string()),
  wishlist: Wishlist,
  readAt: v.optional(v.number()),
})
export type SavedWishlist = v.InferOutput<typeof SavedWishlist>

/** A customer without a wishlist gets 404. */
function emptyIfMissing(error: unknown): [] {
  if (error instanceof ApiError && error.code === 'not_found') return []
  throw error
}

export const readWishlist = (): Promise<WishlistLine[]> =>
  parseResponse(WishlistResponse, request(calls.readWishlist)).then(
    ({ result }) => result.products,
    emptyIfMissing,
  )

export const readWishlistIds = (): Promise<string[]> =>
  parseResponse(WishlistIdsResponse, request(calls.readWishlistIds)).then(
    ({ allProductIds }) => allProductIds,
    emptyIfMissing,
  )

type ProductOfUser = { userId: string; productId: string }
type SendOptions = Omit<SendContext, 'ownerId'>

export const addToWishlist = (item: ProductOfUser, options: SendOptions) =>
  parseResponse(SuccessResponse, request(calls.addToWishlist, { json: item, ...options }))

export const removeFromWishlist = (item: ProductOfUser, options: SendOptions) =>
  parseResponse(
    SuccessResponse,
    request(calls.removeFromWishlist, {
      params: { productId: item.productId },
      json: item,
      ...options,
    }),
  )

export const moveToCart = (item: ProductOfUser & { size: string }, signal: AbortSignal) =>
  sendIdempotently([calls.moveToCart.path, item], (idempotencyKey) =>
    parseResponse(
      SuccessResponse,
      request(calls.moveToCart, {
        params: { productId: item.productId },
        json: item,
        idempotencyKey,
        signal,
      }),
    ),
  )

/** A later tap is a new request, not a retry of the one that failed. */
const retryWindowMs = 60_000

type Attempt = { key: string; at: number }

/** Attempts with an unknown outcome, by the change that they make. */
const pendingAttempts = new Map<string, Attempt>()

/**
 * Sends a change under an idempotency key. After a failure that leaves open whether the server did it
 * (no connection, a truncated response, a 5xx), the same change gets the same key again for a minute, so that a retry does not repeat it. After a definite response the next change gets a new key.
 *
 * @param change what makes two attempts the same: the call and its values
 */
export async function sendIdempotently<Result>(
  change: unknown[],
  sendWith: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> {
  const name = JSON.stringify(change)
  const attempt = recentAttempt(name) ?? { key: crypto.randomUUID(), at: Date.now() }
  const { key } = attempt
  pendingAttempts.set(name, attempt)
  try {
    const result = await sendWith(key)
    pendingAttempts.delete(name)
    return result
  } catch (error) {
    if (error instanceof ApiError && isDefiniteFailure(error)) pendingAttempts.delete(name)
    throw error
  }
}

function recentAttempt(name: string): Attempt | undefined {
  const attempt = pendingAttempts.get(name)
  return attempt && Date.now() - attempt.at < retryWindowMs ? attempt : undefined
}

import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import { WishlistIdsResponse, WishlistLine, WishlistResponse } from '#contract/account/wishlist.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { createIdempotentSender } from '#platform/api/idempotentSender.ts'
import type { SendContext } from '#platform/outbox/outbox.ts'

/** `ids` are all saved products; `lines` are those of them whose data is known here. */
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

/** A tap a minute later is a new request, not a retry of the one that failed. */
const sendMove = createIdempotentSender({ keyLifetimeMs: 60_000 })

export const moveToCart = (item: ProductOfUser & { size: string }, signal: AbortSignal) =>
  sendMove(item, (idempotencyKey) =>
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

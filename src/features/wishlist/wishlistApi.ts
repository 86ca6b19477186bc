import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { DoneReply } from '#contract/api/replies.ts'
import { WishlistIdsReply, WishlistLine, WishlistReply } from '#contract/wishlist.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { request, send } from '#platform/api/http.ts'
import { withIdempotencyKey } from '#platform/api/idempotencyKey.ts'
import type { Sending } from '#platform/outbox/outbox.ts'

/** `ids` fill the hearts; `lines` are those of them whose products are known here. */
const Wishlist = v.object({ ids: v.array(v.string()), lines: v.array(WishlistLine) })
export type Wishlist = v.InferOutput<typeof Wishlist>

/** `readAt` is when the server last said so, in ms since 1970. */
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
  send(WishlistReply, request(calls.readWishlist)).then(
    ({ result }) => result.products,
    emptyIfMissing,
  )

export const readWishlistIds = (): Promise<string[]> =>
  send(WishlistIdsReply, request(calls.readWishlistIds)).then(
    ({ allProductIds }) => allProductIds,
    emptyIfMissing,
  )

type ProductOfUser = { userId: string; productId: string }
type SendOptions = Omit<Sending, 'ownerId'>

export const addToWishlist = (kept: ProductOfUser, options: SendOptions) =>
  send(DoneReply, request(calls.addToWishlist, { json: kept, ...options }))

export const removeFromWishlist = (kept: ProductOfUser, options: SendOptions) =>
  send(
    DoneReply,
    request(calls.removeFromWishlist, {
      params: { productId: kept.productId },
      json: kept,
      ...options,
    }),
  )

export const moveToCart = (moved: ProductOfUser & { size: string }, signal: AbortSignal) =>
  withIdempotencyKey([calls.moveToCart.path, moved], (idempotencyKey) =>
    send(
      DoneReply,
      request(calls.moveToCart, {
        params: { productId: moved.productId },
        json: moved,
        idempotencyKey,
        signal,
      }),
    ),
  )

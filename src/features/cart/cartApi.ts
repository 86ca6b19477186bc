import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import {
  type AddToCart,
  Cart,
  CartLine,
  CartResponse,
  type LineChange,
  type CheckoutDetails,
  type PurchaseType,
  UpdateCartResponse,
} from '#contract/cart/cart.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import type { SendContext } from '#platform/outbox/outbox.ts'

/** The stored bag. A guest's has no owner. */
export const SavedCart = v.object({
  ownerId: v.optional(v.string()),
  cart: Cart,
  /** When it was read from the server, in ms since 1970. */
  readAt: v.optional(v.number()),
  /**
   * Lines of a guest's bag that are being merged into the account. Their idempotency keys contain
   * the id of the merge, so that a line whose response was lost can be sent again, even on a later
   * visit, and is added once.
   */
  merge: v.optional(v.object({ id: v.string(), lines: v.array(CartLine) })),
})
export type SavedCart = v.InferOutput<typeof SavedCart>

/** The bag after a change, and the server's message, for example that the quantity was reduced. */
export type CartUpdate = { result: Cart; msg?: string | undefined }

export async function readCart(userId: string): Promise<Cart> {
  const { result } = await parseResponse(
    CartResponse,
    request(calls.readCart, { params: { userId } }),
  )
  return result
}

type NewLine = Omit<AddToCart, 'userId'>

type SendOptions = Pick<SendContext, 'idempotencyKey'> &
  Partial<Pick<SendContext, 'token' | 'signal'>>

export const addToCart = (
  userId: string,
  line: NewLine,
  options: SendOptions,
): Promise<CartUpdate> =>
  parseResponse(CartResponse, request(calls.addToCart, { json: { userId, ...line }, ...options }))

type Change = LineChange & { productId?: string; purchaseType?: PurchaseType }

export const updateLine = (
  userId: string,
  { itemId, ...change }: Change & { itemId: string },
  options: SendOptions,
): Promise<CartUpdate> =>
  parseResponse(
    UpdateCartResponse,
    request(calls.updateCart, { json: { userId, itemId, ...change }, ...options }),
  )

/** Saves the details for the checkout. */
export const saveCheckoutDetails = (details: CheckoutDetails): Promise<CartUpdate> =>
  parseResponse(UpdateCartResponse, request(calls.updateCart, { json: details }))

export const removeLine = (
  userId: string,
  productItemId: string,
  options: SendOptions,
): Promise<CartUpdate> =>
  parseResponse(
    CartResponse,
    request(calls.removeLine, { json: { userId, productItemId }, ...options }),
  )

export async function moveToWishlist(
  userId: string,
  cartItemId: string,
  options: SendOptions,
): Promise<void> {
  await parseResponse(
    SuccessResponse,
    request(calls.moveToWishlist, { json: { userId, cartItemId }, ...options }),
  )
}

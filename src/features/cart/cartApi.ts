import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { DoneReply } from '#contract/api/replies.ts'
import {
  Cart,
  CartLine,
  CartReply,
  type LineChange,
  type Proceed,
  type PurchaseType,
  UpdateCartReply,
} from '#contract/cart.ts'
import { request, send } from '#platform/api/http.ts'
import type { Sending } from '#platform/outbox/outbox.ts'

/** The bag on this device. A guest's has no owner. */
export const SavedCart = v.object({
  ownerId: v.optional(v.string()),
  cart: Cart,
  /** When the server last said so; in ms since 1970. */
  readAt: v.optional(v.number()),
  /**
   * A guest's lines on their way into the account. Each is sent under a key made of the merge's id,
   * so that one whose answer was lost can be sent again, on a later visit too, and is added once.
   */
  merge: v.optional(v.object({ id: v.string(), lines: v.array(CartLine) })),
})
export type SavedCart = v.InferOutput<typeof SavedCart>

/** The bag after a change, and what the store has to say of it, such as fewer pieces than asked. */
export type Changed = { result: Cart; msg?: string | undefined }

export async function readCart(userId: string): Promise<Cart> {
  const { result } = await send(CartReply, request(calls.readCart, { params: { userId } }))
  return result
}

type NewLine = {
  productId: string
  size: string
  quantity: number
  /** Counts for the first item; what is added later takes the bag's. */
  purchaseType?: PurchaseType
}

type Once = Pick<Sending, 'idempotencyKey'> & Partial<Pick<Sending, 'token' | 'signal'>>

export const addToCart = (userId: string, line: NewLine, once: Once): Promise<Changed> =>
  send(CartReply, request(calls.addToCart, { json: { userId, ...line }, ...once }))

type Change = LineChange & { productId?: string; purchaseType?: PurchaseType }

export const updateLine = (
  userId: string,
  { itemId, ...change }: Change & { itemId: string },
  once: Once,
): Promise<Changed> =>
  send(UpdateCartReply, request(calls.updateCart, { json: { userId, itemId, ...change }, ...once }))

/** Keeps what was chosen before paying. */
export const saveChoices = (choices: Proceed): Promise<Changed> =>
  send(UpdateCartReply, request(calls.updateCart, { json: choices }))

export const removeLine = (userId: string, productItemId: string, once: Once): Promise<Changed> =>
  send(CartReply, request(calls.removeLine, { json: { userId, productItemId }, ...once }))

export async function moveToWishlist(
  userId: string,
  cartItemId: string,
  once: Once,
): Promise<void> {
  await send(DoneReply, request(calls.moveToWishlist, { json: { userId, cartItemId }, ...once }))
}

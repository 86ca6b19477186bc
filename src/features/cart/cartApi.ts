import { calls } from '#contract/calls.ts'
import {
  type Cart,
  CartReply,
  type LineChange,
  type Proceed,
  UpdateCartReply,
} from '#contract/cart.ts'
import type { PurchaseType } from '#contract/purchaseType.ts'
import { DoneReply } from '#contract/reply.ts'
import { request, send } from '#platform/http.ts'
import { forgetAttempts, withIdempotencyKey } from '#platform/idempotencyKey.ts'

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

export const addToCart = (userId: string, line: NewLine): Promise<Changed> =>
  withIdempotencyKey([calls.addToCart.path, userId, line], (key) =>
    addToCartOnce(userId, line, key),
  )

/** Adds a line under a key of the caller's, for one that may be sent again on a later visit. */
export const addToCartOnce = (
  userId: string,
  line: NewLine,
  idempotencyKey: string,
): Promise<Changed> =>
  send(CartReply, request(calls.addToCart, { json: { userId, ...line }, idempotencyKey }))

type Change = LineChange & { productId?: string; purchaseType?: PurchaseType }

export async function updateLine(userId: string, itemId: string, change: Change): Promise<Changed> {
  const json = { userId, itemId, ...change }
  const changed = await send(UpdateCartReply, request(calls.updateCart, { json }))
  forgetAdditions()
  return changed
}

/** Keeps what was chosen before paying. */
export const keepChoices = (choices: Proceed): Promise<Changed> =>
  send(UpdateCartReply, request(calls.updateCart, { json: choices }))

export async function removeLine(userId: string, productItemId: string): Promise<Changed> {
  const json = { userId, productItemId }
  const changed = await send(CartReply, request(calls.removeLine, { json }))
  forgetAdditions()
  return changed
}

/** The bag is known and was changed: an item that is added after that is meant to be added. */
const forgetAdditions = () => forgetAttempts(calls.addToCart.path)

/** The store says no more than that it is done: what is left is asked for. */
export async function moveToWishlist(userId: string, cartItemId: string): Promise<Changed> {
  const json = { userId, cartItemId }
  await withIdempotencyKey([calls.moveToWishlist.path, json], (idempotencyKey) =>
    send(DoneReply, request(calls.moveToWishlist, { json, idempotencyKey })),
  )
  return { result: await readCart(userId) }
}

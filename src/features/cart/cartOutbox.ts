import { getDefaultStore } from 'jotai'

import type { Cart } from '#contract/cart/cart.ts'
import { isLineOf } from '#contract/cart/cartLines.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { type Change, type ChangeOf, type Entry, isChangeOf } from '#platform/outbox/changes.ts'
import type { Handler } from '#platform/outbox/outbox.ts'
import { readUntilSettled } from '#platform/outbox/pendingChanges.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { toastInfo } from '#platform/toasts.ts'
import {
  addToCart,
  type CartUpdate,
  moveToWishlist,
  readCart,
  removeLine,
  updateLine,
} from './cartApi.ts'
import { cartAtom, saveCart } from './cartAtom.ts'
import { cartAfter } from './cartLines.ts'

const store = getDefaultStore()

const refusals: Record<ChangeOf<'cart'>['type'], string> = {
  'cart.add': 'Product could not be added to cart!',
  'cart.update': 'Could not update size!',
  'cart.setDelivery': 'Could not update delivery option',
  'cart.remove': 'Could not remove product from cart!',
  'cart.moveToWishlist': 'Could not move product to wishlist!',
}

/** The bag with a change that waits in the outbox. */
function withPendingChange(cart: Cart, change: Change, { firstTriedAt }: Entry): Cart {
  if (!isChangeOf('cart', change)) return cart
  // A request without a response may have succeeded: then the bag has the item already.
  const isDone = firstTriedAt !== undefined && change.type === 'cart.add' && hasAdded(cart, change)
  return isDone ? cart : cartAfter(cart, change)
}

type Addition = Extract<ChangeOf<'cart'>, { type: 'cart.add' }>

const hasAdded = ({ products }: Cart, { product, size, resultingQuantity }: Addition) =>
  products.some((line) => isLineOf(line, product._id, size) && line.quantity >= resultingQuantity)

export const cartHandler: Handler<'cart', Cart> = {
  applyChange: withPendingChange,
  async send(change, { ownerId, ...options }) {
    switch (change.type) {
      case 'cart.add': {
        const { type: _type, lineId: _id, resultingQuantity: _after, product, ...item } = change
        const line = { ...item, productId: product._id, purchaseType: 'Standard' } as const
        const update = await addToCart(ownerId, line, options)
        return { id: lineIdIn(update.result, change), show: () => showUpdate(update) }
      }
      case 'cart.update': {
        const update = await updateLine(ownerId, { itemId: change.lineId, ...change.to }, options)
        return { show: () => showUpdate(update) }
      }
      case 'cart.setDelivery': {
        const { lineId, productId, purchaseType } = change
        const to = { itemId: lineId, productId, purchaseType }
        const update = await updateLine(ownerId, to, options)
        return { show: () => showUpdate(update) }
      }
      case 'cart.remove': {
        const update = await removeLine(ownerId, change.lineId, options).catch(ignoreMissing)
        return { show: () => (update ? showUpdate(update) : showLines(change)) }
      }
      case 'cart.moveToWishlist':
        await moveToWishlist(ownerId, change.lineId, options)
        return { show: () => showLines(change) }
    }
  },
  refusal: ({ type }) => refusals[type],
  async refresh() {
    const userId = store.get(userIdAtom)
    const cart = userId && (await readUntilSettled(() => readCart(userId)))
    if (cart) saveCart(cart)
  },
}

function showUpdate({ result, msg }: CartUpdate): void {
  saveCart(result)
  if (msg) void toastInfo(msg)
}

/** Another device may have removed the line already. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'not_found') return undefined
  throw error
}

const showLines = (change: ChangeOf<'cart'>) =>
  void store.set(cartAtom, (cart) => cartAfter(cart, change))

const lineIdIn = ({ products }: Cart, { product, size }: Addition) =>
  products.find((line) => isLineOf(line, product._id, size))?._id

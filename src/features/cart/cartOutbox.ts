import { getDefaultStore } from 'jotai'

import type { Cart } from '#contract/cart.ts'
import { ApiError } from '#platform/api/apiError.ts'
import type { Change, Entry } from '#platform/outbox/changes.ts'
import { defineHandler, type SendContext, submit } from '#platform/outbox/outbox.ts'
import { readUntilSettled, registerOverlay } from '#platform/outbox/pendingChanges.ts'
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
import { cartAtom, cartOverlayAtom, loadedCartOutbox, saveCart } from './cartAtom.ts'
import { applyChange, isLineOf, withLines } from './cartLines.ts'

export { submit }
loadedCartOutbox.submit = submit

const store = getDefaultStore()

const refusals: Partial<Record<Change['type'], string>> = {
  'cart.add': 'Product could not be added to cart!',
  'cart.update': 'Could not update size!',
  'cart.setDelivery': 'Could not update delivery option',
  'cart.remove': 'Could not remove product from cart!',
  'cart.moveToWishlist': 'Could not move product to wishlist!',
}

registerOverlay(cartOverlayAtom, (cart: Cart, change, { firstTriedAt }: Entry) => {
  if (change.type.startsWith('cart.')) {
    // A request without a response may have succeeded: then the bag has the item already.
    const isDone =
      firstTriedAt !== undefined && change.type === 'cart.add' && hasAdded(cart, change)
    return isDone ? cart : withLines(cart, applyChange(cart.products, change))
  }
  return cart
})

type Addition = Extract<Change, { type: 'cart.add' }>

const hasAdded = ({ products }: Cart, { product, size, resultingQuantity }: Addition) =>
  products.some((line) => isLineOf(line, product._id, size) && line.quantity >= resultingQuantity)

defineHandler('cart', {
  async send(change, { ownerId, ...options }) {
    const response = await send(change, ownerId, options)
    if (!response) return { show: () => showLines(change) }
    return {
      id: change.type === 'cart.add' ? lineIdIn(response.result, change) : undefined,
      show() {
        saveCart(response.result)
        if (response.msg) void toastInfo(response.msg)
      },
    }
  },
  refusal: ({ type }) => refusals[type] ?? '',
  async refresh() {
    const userId = store.get(userIdAtom)
    const cart = userId && (await readUntilSettled(() => readCart(userId)))
    if (cart) saveCart(cart)
  },
})

/** Returns the bag after the change, where the server sends it. */
async function send(
  change: Change,
  userId: string,
  options: Omit<SendContext, 'ownerId'>,
): Promise<CartUpdate | undefined> {
  switch (change.type) {
    case 'cart.add': {
      const { product, size, quantity, trialSize } = change
      const purchaseType = 'Standard'
      return addToCart(
        userId,
        { productId: product._id, size, quantity, purchaseType, trialSize },
        options,
      )
    }
    case 'cart.update':
      return updateLine(userId, { itemId: change.lineId, ...change.to }, options)
    case 'cart.setDelivery': {
      const { lineId, productId, purchaseType } = change
      return updateLine(userId, { itemId: lineId, productId, purchaseType }, options)
    }
    case 'cart.remove':
      return removeLine(userId, change.lineId, options).catch(ignoreMissing)
    case 'cart.moveToWishlist':
      await moveToWishlist(userId, change.lineId, options)
      return undefined
    default:
      return undefined
  }
}

/** Another device may have removed the line already. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'not_found') return undefined
  throw error
}

const showLines = (change: Change) =>
  void store.set(cartAtom, (cart) => withLines(cart, applyChange(cart.products, change)))

const lineIdIn = ({ products }: Cart, { product, size }: Addition) =>
  products.find((line) => isLineOf(line, product._id, size))?._id

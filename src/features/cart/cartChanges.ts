import { getDefaultStore } from 'jotai'

import type { CartLine, CheckoutDetails, LineChange, PurchaseType } from '#contract/cart/cart.ts'
import { isLineOf } from '#contract/cart/cartLines.ts'
// Imported with the page, so that a change shows in the same event as the tap.
import { sendAfterFlush, submit } from '#features/outbox/outbox.ts'
import { errorWithMessage } from '#platform/api/apiError.ts'
import type { ChangeOf } from '#platform/outbox/changes.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { toastInfo } from '#platform/toasts.ts'
import { saveCheckoutDetails } from './cartApi.ts'
import { cartAtom, savedCartAtom, saveCart } from './cartAtom.ts'
import { changeGuestCart } from './cartLines.ts'

/** What a shopper can change in the bag itself; `cart.ts` adds items from other pages. */

const store = getDefaultStore()

export const updateLine = (line: CartLine, to: LineChange) =>
  changeLine({ type: 'cart.update', lineId: line._id, name: line.productId.name, to })

/** Changes the delivery option of the whole bag; the request names one of its lines. */
export function chooseDelivery([line]: CartLine[], purchaseType: PurchaseType) {
  const { _id: lineId = '', productId } = line ?? {}
  return changeLine({ type: 'cart.setDelivery', lineId, productId: productId?._id, purchaseType })
}

export const removeLine = ({ _id: lineId, productId }: CartLine) =>
  changeLine({ type: 'cart.remove', lineId, name: productId.name })

export const moveToWishlist = ({ _id: lineId, productId: product }: CartLine) =>
  changeLine({ type: 'cart.moveToWishlist', lineId, product })

/**
 * Saves address, receiver and coupon with the bag, for the checkout. Pending changes are sent
 * before.
 */
export async function saveForCheckout(
  details: () => Omit<CheckoutDetails, 'userId'>,
): Promise<void> {
  const userId = store.get(userIdAtom)
  if (!userId) return
  const { result, msg } = await sendAfterFlush(() => saveCheckoutDetails({ userId, ...details() }))
  saveCart(result)
  if (msg) await toastInfo(msg)
}

/**
 * Changes lines of the bag at once. A customer's change is sent, or waits until it can be; a guest's bag is
 * on the device only.
 *
 * @throws ApiError if the change is refused; the bag is then as before
 */
async function changeLine(change: LineUpdate): Promise<'sent' | 'pending'> {
  const unmerged = unmergedLine(change.lineId)
  if (unmerged) return changeUnmerged(unmerged, change)
  if (store.get(userIdAtom)) return submit(change)
  await changeGuestCart(change)
  return 'sent'
}

/** A change of a line that is in the bag already. */
type LineUpdate = Exclude<ChangeOf<'cart'>, { type: 'cart.add' }>

/** A line that the login could not merge yet: the server does not know its id. */
const unmergedLine = (lineId: string): CartLine | undefined =>
  store.get(savedCartAtom).merge?.lines.find(({ _id }) => _id === lineId)

/** Removes an unmerged line from the device; before any other change the line is merged. */
async function changeUnmerged(line: CartLine, change: LineUpdate): Promise<'sent' | 'pending'> {
  if (change.type === 'cart.remove' || change.type === 'cart.moveToWishlist') {
    void store.set(savedCartAtom, ({ merge, ...stored }) => {
      const lines = merge?.lines.filter(({ _id }) => _id !== line._id) ?? []
      return merge && lines.length > 0 ? { ...stored, merge: { ...merge, lines } } : stored
    })
    if (change.type === 'cart.remove') return 'sent'
    return submit({ type: 'wishlist.add', product: change.product })
  }
  const userId = store.get(userIdAtom)
  if (userId) await (await import('./mergeCart.ts')).resumeMerge(userId)
  const isSameLine = (candidate: CartLine) => isLineOf(candidate, line.productId._id, line.size)
  const merged = store.get(cartAtom).products.find(isSameLine)
  if (!merged || merged._id === line._id) throw errorWithMessage('unavailable', notMergedText)
  return changeLine({ ...change, lineId: merged._id })
}

const notMergedText = 'This item is still being added to your bag. Please try again in a moment.'

import { getDefaultStore } from 'jotai'

import type { Cart, CartLine } from '#contract/cart/cart.ts'
import {
  addItem,
  type CartNotice,
  changeItem,
  chooseDelivery,
  type LinesChange,
  removeItem,
} from '#contract/cart/cartLines.ts'
import { goodsTotal } from '#contract/cart/pricing.ts'
import { toRupees } from '#contract/values/money.ts'
import { errorWithMessage } from '#platform/api/apiError.ts'
import type { ChangeOf } from '#platform/outbox/changes.ts'
import { toastInfo } from '#platform/toasts.ts'
import { cartAtom } from './cartAtom.ts'

/** Changes of the bag on the device, by the same rules as on the server. */

const store = getDefaultStore()

type Change = ChangeOf<'cart'>

/**
 * Changes the bag of a guest, which is on the device only.
 *
 * @throws ApiError if the rules of the bag refuse the change
 */
export async function changeGuestCart(change: Change): Promise<void> {
  const notice = await requireAllowed(change)
  void store.set(cartAtom, (cart) => cartAfter(cart, change))
  if (notice) void toastInfo((await importTexts()).noticeText(notice))
}

/**
 * Returns what the shopper should know about the change.
 *
 * @throws ApiError if the rules of the bag refuse it, or if no more of an added item can be bought
 */
export async function requireAllowed(change: Change): Promise<CartNotice | undefined> {
  const { products } = store.get(cartAtom)
  const { lines = products, notice, refusal } = linesAfter(products, change)
  const isNothingAdded = change.type === 'cart.add' && itemsIn(lines) === itemsIn(products)
  const reason = refusal ?? (isNothingAdded ? notice : undefined)
  if (!reason) return notice
  const { code, text } = (await importTexts()).refusalOf(reason)
  throw errorWithMessage(code, text)
}

const itemsIn = (lines: CartLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Imported when there is something to say. */
const importTexts = () => import('#contract/cart/cartTexts.ts')

/** Removes the lines that were ordered, whether or not the bag can be read again. */
export function removeOrderedLines(lineIds: string[]): void {
  const isLeft = ({ _id }: CartLine) => !lineIds.includes(_id)
  void store.set(cartAtom, (shown) => withLines(shown, shown.products.filter(isLeft)))
}

/** The bag with other lines and their total. */
export function withLines(cart: Cart, products: CartLine[]): Cart {
  return { ...cart, products, totalAmount: toRupees(goodsTotal(products)) }
}

/** What a change makes of the lines of a bag. */
function linesAfter(lines: CartLine[], change: Change): LinesChange {
  switch (change.type) {
    case 'cart.add':
      return addItem(lines, change)
    case 'cart.update':
      return changeItem(lines, change.lineId, change.to)
    case 'cart.setDelivery':
      return chooseDelivery(lines, change.purchaseType)
    case 'cart.remove':
    case 'cart.moveToWishlist':
      return removeItem(lines, change.lineId)
  }
}

/** The bag after a change; as it was if its rules refuse the change. */
export function cartAfter(cart: Cart, change: Change): Cart {
  const result = linesAfter(cart.products, change)
  return result.refusal ? cart : withLines(cart, result.lines)
}

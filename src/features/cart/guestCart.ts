import { getDefaultStore } from 'jotai'

import type { CartLine } from '#contract/cart/cart.ts'
import type { CartNotice } from '#contract/cart/cartLines.ts'
import { errorWithMessage } from '#platform/api/apiError.ts'
import type { ChangeOf } from '#platform/outbox/changes.ts'
import { toastInfo } from '#platform/toasts.ts'
import { cartAtom } from './cartAtom.ts'
import { applyChange, cartAfter, withLines } from './cartLines.ts'

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
  const { lines = products, notice, refusal } = applyChange(products, change)
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

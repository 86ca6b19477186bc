import { getDefaultStore } from 'jotai'

import type { CartLine } from '#contract/cart.ts'
import type { Change } from '#platform/outbox/changes.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { cartAtom, cartSubmission, keptCartAtom } from './cartAtom.ts'
import { afterChange, without, withLines } from './cartLines.ts'

export const cartKey = (userId: string | undefined) => (userId ? (['cart', userId] as const) : null)

/** Comes with the first call: no first sight needs it. */
export const cartApi = () => import('./cartApi.ts')

/** Comes before the first change of a customer's bag. */
export const cartOutbox = () => import('./cartOutbox.ts')

const store = getDefaultStore()

/** What was ordered is in the bag no more, whether or not the line lasts to read it anew. */
export function leaveOrdered(lineIds: string[]): void {
  void store.set(cartAtom, (shown) => withLines(shown, lineIds.reduce(without, shown.products)))
}

/**
 * Changes the bag at once. A customer's is sent, or waits until it can be; a visitor's is on the device.
 *
 * @throws ApiError what the server refused it with: then the bag is as it was
 */
export async function changeCart(change: Change): Promise<'sent' | 'waiting'> {
  const unsent = removeUnsent(change)
  if (unsent === 'removed') return 'sent'
  if (unsent) return changeCart(unsent)
  if (store.get(userIdAtom)) return (cartSubmission.submit ?? (await cartOutbox()).submit)(change)
  void store.set(cartAtom, (bag) => withLines(bag, afterChange(bag.products, change)))
  return 'sent'
}

/**
 * The server does not know the lines that a login could not bring along: such a one is removed where it
 * waits. Gives what is still to be done.
 */
function removeUnsent(change: Change): Change | 'removed' | undefined {
  if (change.type !== 'cart.remove' && change.type !== 'cart.moveToWishlist') return undefined
  const isIt = ({ _id }: CartLine) => _id === change.lineId
  if (!store.get(keptCartAtom).merge?.lines.some(isIt)) return undefined
  void store.set(keptCartAtom, ({ merge, ...kept }) => {
    const lines = merge?.lines.filter((line) => !isIt(line)) ?? []
    return merge && lines.length > 0 ? { ...kept, merge: { ...merge, lines } } : kept
  })
  if (change.type === 'cart.remove') return 'removed'
  return { type: 'wishlist.add', product: change.product }
}

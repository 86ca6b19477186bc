import { getDefaultStore } from 'jotai'

import type { Cart } from '#contract/cart.ts'
import type { Change } from '#platform/outbox/changes.ts'
import { userIdAtom } from '#platform/session.ts'
import { cartAnswerAtom, cartAtom } from './cartAtom.ts'
import { afterChange, without, withLines } from './cartLines.ts'

export const cartKey = (userId: string | undefined) => (userId ? (['cart', userId] as const) : null)

/** Comes with the first call: no first sight needs it. */
export const cartApi = () => import('./cartApi.ts')

/** Comes before the first change of a customer's bag. */
export const cartOutbox = () => import('./cartOutbox.ts')

type Submit = (change: Change) => Promise<'sent' | 'waiting'>
let submitNow: Submit | undefined

/** Called by `cartOutbox.ts`: from then on a change shows within the event that makes it. */
export const setSubmit = (submit: Submit) => void (submitNow = submit)

const store = getDefaultStore()

/** Shows what the server says, with what waits on top of it. */
export const keepCart = (answer: Cart) => void store.set(cartAnswerAtom, answer)

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
  if (store.get(userIdAtom)) return (submitNow ?? (await cartOutbox()).submit)(change)
  void store.set(cartAtom, (bag) => withLines(bag, afterChange(bag.products, change)))
  return 'sent'
}

import { vi } from 'vitest'

import {
  type Change,
  changeQueue,
  enqueue,
  type Entry,
  type Outbox,
} from '#platform/outbox/changes.ts'
import { createSender, type Outcome } from '#platform/outbox/createSender.ts'
import { emptyOutbox } from '#platform/outbox/outboxAtom.ts'
import { aProduct } from '#tests/support/shopper/builders.ts'

export const add = (lineId: string): Change => ({
  type: 'cart.add',
  lineId,
  product: aProduct(),
  size: 'M',
  quantity: 1,
  resultingQuantity: 1,
})
export const setQuantity = (lineId: string, quantity: number): Change => ({
  type: 'cart.update',
  lineId,
  name: 'Blue kurta',
  to: { quantity },
})
export const toggleHeart = (
  type: 'wishlist.add' | 'wishlist.remove',
  _id = 'blue-kurta',
): Change => ({
  type,
  product: aProduct({ _id }),
})
const outboxOf = (...changes: Change[]) =>
  changes.reduce(
    (outbox, change, place) =>
      enqueue(outbox, { key: `key-${place + 1}`, ownerId: 'asha', change, now: 0 }),
    emptyOutbox,
  )

/** A tab with a server that gives these responses. */
export function open(
  respond: (entry: Entry) => Outcome | Promise<Outcome>,
  browser = browserOf(),
  locks?: Pick<LockManager, 'request'>,
) {
  const sent: { key: string; at: number }[] = []
  const refused: string[] = []
  const sender = createSender({
    ...changeQueue,
    update: (change) => browser.update(change),
    ownerId: () => browser.user,
    isOffline: () => browser.isOffline,
    deliver: async (entry) => {
      sent.push({ key: entry.key, at: Date.now() - start })
      return respond(entry)
    },
    onRefused: (entry, error) => {
      const caller = sender.finish(entry.key)
      if (caller) caller.reject(error)
      else refused.push(entry.key)
      return Promise.resolve()
    },
    locks,
    random: () => 0.5,
  })
  const start = Date.now()
  return { browser, sender, sent, refused, keys: () => sent.map(({ key }) => key) }
}

/** The storage that tabs share, with these changes of Asha's in the outbox. */
export function browserOf(...changes: Change[]) {
  const browser = {
    outbox: outboxOf(...changes),
    user: 'asha',
    isOffline: false,
    update: (change: (outbox: Outbox) => Outbox) =>
      Promise.resolve((browser.outbox = change(browser.outbox))),
  }
  return browser
}
export const settleAll = () => vi.advanceTimersByTimeAsync(0)

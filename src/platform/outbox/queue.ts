import type { LineChange } from '#contract/cart/cart.ts'
import type { Change, ChangeOf, Entry, Outbox, OutboxTopic } from './changes.ts'
import { append, type NewEntry as NewEntryOf, replaceEntry, without } from './sendQueue.ts'

/** What the shopper's outbox does with its changes: how they are merged, and what refers to what. */

type NewEntry = NewEntryOf<Change>

export const topicOf = ({ type }: Change): OutboxTopic => type.split('.')[0] as OutboxTopic

export const isChangeOf = <Topic extends OutboxTopic>(
  topic: Topic,
  change: Change,
): change is ChangeOf<Topic> => topicOf(change) === topic

/** The id that a change creates, or uses. */
function idsOf(change: Change): { created?: string; used?: string } {
  switch (change.type) {
    case 'cart.add':
      return { created: change.lineId }
    case 'address.add':
      return { created: change.addressId }
    case 'cart.update':
    case 'cart.remove':
    case 'cart.setDelivery':
    case 'cart.moveToWishlist':
      return { used: change.lineId }
    case 'address.update':
    case 'address.remove':
      return { used: change.addressId }
    case 'wishlist.add':
    case 'wishlist.remove':
    case 'profile.update':
      return {}
  }
}

const wishlistProductOf = (change: Change): string | undefined =>
  change.type === 'cart.moveToWishlist' ||
  change.type === 'wishlist.add' ||
  change.type === 'wishlist.remove'
    ? change.product._id
    : undefined

/**
 * Appends a change. It is merged into an unsent change of the same thing: two edits of a line are
 * one request, and a wishlist change that is undone is none.
 */
export function enqueue(outbox: Outbox, { key, ownerId, change, now }: NewEntry): Outbox {
  const last = mergeCandidate(outbox, { ownerId, change })
  if (last && last.firstTriedAt === undefined) {
    const merged = mergeChanges(last.change, change)
    if (merged === 'nothing') return without(outbox, last)
    if (merged) return replaceEntry(outbox, { ...last, change: merged })
  }
  return append(outbox, { key, ownerId, change, now })
}

/** The newest change of the same topic, unless a later one of another topic must come between. */
function mergeCandidate(
  { entries }: Outbox,
  { ownerId, change }: Pick<NewEntry, 'ownerId' | 'change'>,
): Entry | undefined {
  const productId = wishlistProductOf(change)
  const last = entries.findLast(
    (entry) =>
      entry.ownerId === ownerId &&
      (topicOf(entry.change) === topicOf(change) ||
        (productId !== undefined && wishlistProductOf(entry.change) === productId)),
  )
  return last && topicOf(last.change) === topicOf(change) ? last : undefined
}

/** Merges two changes; 'nothing' if they cancel out, undefined if they stay separate. */
function mergeChanges(first: Change, next: Change): Change | 'nothing' | undefined {
  if (first.type === 'profile.update' && next.type === 'profile.update') return next
  if (isChangeOf('wishlist', first) && isChangeOf('wishlist', next)) {
    const isSame = first.product._id === next.product._id
    return isSame && first.type !== next.type ? 'nothing' : undefined
  }
  const { created, used } = idsOf(first)
  const id = idsOf(next).used
  if (id === undefined || (id !== created && id !== used)) return undefined
  if (first.type === 'cart.update' && next.type === 'cart.update') {
    return isSamePart(first.to, next.to) ? { ...first, to: next.to } : undefined
  }
  if (first.type === 'cart.update' && next.type === 'cart.remove') return next
  if (first.type === 'address.update' && next.type === 'address.remove') return next
  if (first.type === 'address.add' && next.type === 'address.remove') return 'nothing'
  if (isAddressWritten(first) && next.type === 'address.update') {
    return { ...first, address: next.address }
  }
  return undefined
}

/** A new size may merge two lines: later changes are about the merged line. */
const isSamePart = (first: LineChange, next: LineChange) =>
  first.size === undefined && Object.keys(first).join() === Object.keys(next).join()

const isAddressWritten = (
  change: Change,
): change is Extract<Change, { type: 'address.add' | 'address.update' }> =>
  change.type === 'address.add' || change.type === 'address.update'

/** Removes a sent entry; later ones refer to the server's id. */
export function settle(outbox: Outbox, entry: Entry, id?: string): Outbox {
  const { created } = idsOf(entry.change)
  const left = without(outbox, entry)
  if (created === undefined || id === undefined) return left
  const entries = left.entries.map((other) =>
    other.ownerId === entry.ownerId && idsOf(other.change).used === created
      ? { ...other, change: withId(other.change, id) }
      : other,
  )
  return { ...left, entries }
}

function withId(change: Change, id: string): Change {
  if ('lineId' in change) return { ...change, lineId: id }
  return 'addressId' in change ? { ...change, addressId: id } : change
}

/** Removes a rejected or undone entry, and changes of the thing that it would have created. */
export function drop(outbox: Outbox, entry: Entry): Outbox {
  const { created } = idsOf(entry.change)
  const left = without(outbox, entry)
  if (created === undefined) return left
  const isOrphan = (other: Entry) =>
    other.ownerId === entry.ownerId && idsOf(other.change).used === created
  return { ...left, entries: left.entries.filter((other) => !isOrphan(other)) }
}

/** Changes that would add a second line or address if they were sent twice. */
const unrepeatable: Change['type'][] = ['cart.add', 'address.add']

/** What the sender must know of the shopper's changes. */
export const changeQueue = {
  lockName: 'outbox',
  settle,
  drop,
  isRepeatable: ({ type }: Change) => !unrepeatable.includes(type),
}

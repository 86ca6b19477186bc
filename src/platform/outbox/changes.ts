import { lowerSizeText } from '#contract/catalogue/stock.ts'
import * as v from 'valibot'

import { AddressLabel, NewAddress, addressText } from '#contract/account/account.ts'
import { CartItem, LineChange, PurchaseType, purchaseTypeNames } from '#contract/cart/cart.ts'
import { Product } from '#contract/catalogue/product.ts'
import { queueSchema } from './queueSchema.ts'
import {
  append,
  type NewEntry as NewEntryOf,
  type Queue,
  type QueueEntry,
  replaceEntry,
  without,
} from './sendQueue.ts'

/**
 * Changes that may wait for a connection. Those that involve money or stock are missing on purpose:
 * orders, payments, coupons, OTPs and returns need a response while the customer watches.
 *
 * `lineId` and `addressId` are provisional (`provisionalId` in `outboxAtom.ts`) until the server
 * has responded to the change that adds the line or the address.
 */
export const Change = v.variant('type', [
  v.object({ type: v.literal('wishlist.add'), product: Product }),
  v.object({ type: v.literal('wishlist.remove'), product: Product }),
  v.object({
    type: v.literal('cart.add'),
    lineId: v.string(),
    product: Product,
    ...CartItem.entries,
    /** Quantity of the line afterwards, to recognise an attempt that succeeded. */
    resultingQuantity: v.number(),
  }),
  v.object({
    type: v.literal('cart.update'),
    lineId: v.string(),
    name: v.string(),
    to: LineChange,
  }),
  v.object({
    type: v.literal('cart.setDelivery'),
    lineId: v.string(),
    productId: v.optional(v.string()),
    purchaseType: PurchaseType,
  }),
  v.object({ type: v.literal('cart.remove'), lineId: v.string(), name: v.string() }),
  v.object({ type: v.literal('cart.moveToWishlist'), lineId: v.string(), product: Product }),
  v.object({ type: v.literal('address.add'), addressId: v.string(), address: NewAddress }),
  v.object({ type: v.literal('address.update'), addressId: v.string(), address: NewAddress }),
  v.object({
    type: v.literal('address.remove'),
    addressId: v.string(),
    /** Only the name of the address: the device stores no more than must be sent. */
    label: AddressLabel,
    city: v.string(),
  }),
  v.object({
    type: v.literal('profile.update'),
    profile: v.object({ firstName: v.string(), lastName: v.string(), email: v.string() }),
  }),
])
export type Change = v.InferOutput<typeof Change>

type TopicOf<Type> = Type extends `${infer Topic}.${string}` ? Topic : never

/** The data that a change belongs to: the first part of its type. Each topic has one handler. */
export type OutboxTopic = TopicOf<Change['type']>

/** The changes of a topic. */
export type ChangeOf<Topic extends OutboxTopic> = Extract<Change, { type: `${Topic}.${string}` }>

export const Outbox = queueSchema(Change)
export type Outbox = Queue<Change>
export type Entry = QueueEntry<Change>

type Description = { action: string; item: string }

/** Describes a change for the list of pending changes. */
export function describeChange(change: Change): Description {
  switch (change.type) {
    case 'wishlist.add':
      return { action: 'Add to wishlist', item: change.product.name }
    case 'wishlist.remove':
      return { action: 'Remove from wishlist', item: change.product.name }
    case 'cart.add':
      return { action: 'Add to bag', item: `${change.product.name}, ${lowerSizeText(change.size)}` }
    case 'cart.update':
      return { action: updateText(change.to), item: change.name }
    case 'cart.setDelivery':
      return { action: 'Change delivery option', item: purchaseTypeNames[change.purchaseType] }
    case 'cart.remove':
      return { action: 'Remove from bag', item: change.name }
    case 'cart.moveToWishlist':
      return { action: 'Move to wishlist', item: change.product.name }
    case 'address.add':
      return { action: 'Add address', item: addressText(change.address) }
    case 'address.update':
      return { action: 'Update address', item: addressText(change.address) }
    case 'address.remove':
      return { action: 'Remove address', item: `${change.label.toUpperCase()}, ${change.city}` }
    case 'profile.update': {
      const { firstName, lastName, email } = change.profile
      const name = `${firstName} ${lastName}`.trim()
      return { action: 'Update profile', item: [name, email].filter(Boolean).join(', ') }
    }
  }
}

type Update = Extract<Change, { type: 'cart.update' }>['to']

function updateText({ size, quantity, trialSize }: Update): string {
  const parts = [
    size && lowerSizeText(size),
    quantity && `quantity ${quantity}`,
    trialSize && `trial size ${trialSize}`,
  ]
  return `Change to ${parts.filter(Boolean).join(', ')}`
}

/** How changes are merged, and which ones refer to the same thing. */

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

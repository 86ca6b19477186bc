import { lowerSizeText } from '#contract/catalogue/stock.ts'
import * as v from 'valibot'

import { AddressLabel, NewAddress, addressText } from '#contract/account/account.ts'
import { CartItem, LineChange, PurchaseType, purchaseTypeNames } from '#contract/cart/cart.ts'
import { Product } from '#contract/catalogue/product.ts'
import { queueSchema } from './queueSchema.ts'
import type { Queue, QueueEntry } from './sendQueue.ts'

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

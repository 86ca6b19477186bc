import { vi } from 'vitest'

import { addressHandler } from '#features/account/addresses/addressOutbox.ts'
import { profileHandler } from '#features/account/profile/profileOutbox.ts'
import { cartHandler } from '#features/cart/cartOutbox.ts'
import { wishlistHandler } from '#features/wishlist/wishlistOutbox.ts'
import { ApiError } from '#platform/api/apiError.ts'
import type { Change, Entry, Outbox, OutboxTopic } from '#platform/outbox/changes.ts'
import type { Handler } from '#platform/outbox/outbox.ts'
import { aProduct, aUser } from './builders.ts'

export const wishlistAddOther: Change = {
  type: 'wishlist.add',
  product: aProduct({ _id: 'red-saree' }),
}
export const cartRemove: Change = { type: 'cart.remove', lineId: 'line-1', name: 'Blue kurta' }
export const wishlistAdd: Change = { type: 'wishlist.add', product: aProduct() }
export const addressDelete: Change = {
  type: 'address.remove',
  addressId: 'a',
  label: 'home',
  city: 'Indore',
}
export const wishlistRemove: Change = { type: 'wishlist.remove', product: aProduct() }

export const failure = (code: ApiError['code'], more: object = {}) =>
  Object.assign(new ApiError(code, new Error(code)), more)

const handlers: Record<OutboxTopic, object> = {
  cart: cartHandler,
  wishlist: wishlistHandler,
  address: addressHandler,
  profile: profileHandler,
}

/** Replaces how a feature's changes are sent, by default the wishlist's. */
export function handle(send: Handler['send'], topic: OutboxTopic = 'wishlist') {
  const handler = {
    send: vi.fn(send),
    refusal: vi.fn(() => 'Not possible'),
    refresh: vi.fn(async () => undefined),
    onSent: vi.fn(),
  }
  Object.assign(handlers[topic], handler)
  return handler
}

/** Entries that an earlier visit left in the outbox, due in a minute by default. */
export function outboxWith(...wanted: (Partial<Entry> & { change: Change })[]): () => Outbox {
  const later = Date.now() + 60_000
  const entry = { queuedAt: 1, failures: 0, nextAt: later, shortPauseEndsAt: later, key: 'earlier' }
  const ownerId = aUser().user._id
  return () => ({
    entries: wanted.map((more) => ({ ...entry, ownerId, ...more })),
    settledCount: 0,
  })
}

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { aProduct } from '#tests/support/shopper/builders.ts'
import { add, browserOf, toggleHeart, open, setQuantity } from '#tests/support/pages/senderTab.ts'
import type { Change, Entry } from './changes.ts'
import type { Outcome } from './createSender.ts'
import { stuckEntries } from './queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a change that keeps failing', () => {
  const address = { addressId: 'a', label: 'home', city: 'Indore' } as const
  const removeAddress: Change = { type: 'address.remove', ...address }
  const name = { firstName: 'Asha', lastName: 'Rao', email: '' }
  const profile = { type: 'profile.update', profile: name } satisfies Change
  const failing =
    (...keys: string[]) =>
    ({ key }: Entry): Outcome => ({ kind: keys.includes(key) ? 'unknown' : 'sent' })

  test.for<['short' | 'skip']>([['short'], ['skip']])(
    'blocks bag and addresses, which an order needs in order, and nothing else: %s [pwa.13]',
    async ([pause]) => {
      const browser = browserOf(
        add('l'),
        toggleHeart('wishlist.add', 'a'),
        removeAddress,
        profile,
        setQuantity('line-2', 3),
        toggleHeart('wishlist.add', 'b'),
      )
      const { sender, keys } = open(failing('key-1'), browser)

      await sender.run(pause)

      expect(keys()).toEqual(['key-1', 'key-2', 'key-4', 'key-6'])
      expect(browser.outbox.entries.map(({ key }) => key)).toEqual(['key-1', 'key-3', 'key-5'])
      expect(stuckEntries(browser.outbox.entries)).toHaveLength(3)
    },
  )

  test('is retried at its own time, whatever else is sent meanwhile [pwa.13]', async () => {
    const browser = browserOf(add('l'), toggleHeart('wishlist.add', 'a'))
    const { sender, sent } = open(failing('key-1', 'key-2'), browser)

    await sender.run()
    await vi.advanceTimersByTimeAsync(3500)

    const times = (key: string) => sent.filter((request) => request.key === key).map(({ at }) => at)
    for (const key of ['key-1', 'key-2']) expect(times(key)).toEqual([0, 1000, 3000])
  })

  test('blocks the heart of a product that it moves to the wishlist [pwa.13] [wish.4]', async () => {
    const product = aProduct({ _id: 'moved' })
    const browser = browserOf(
      { type: 'cart.moveToWishlist', lineId: 'line-1', product },
      { type: 'wishlist.remove', product },
      toggleHeart('wishlist.add', 'other'),
    )
    const { sender, keys } = open(failing('key-1'), browser)

    await sender.run('skip')

    expect(keys()).toEqual(['key-1'])
  })

  test('is the only one that is tried if the connection is lost [pwa.13]', async () => {
    const browser = browserOf(add('l'), toggleHeart('wishlist.add', 'a'))
    const { sender, keys } = open(() => {
      browser.isOffline = true
      return { kind: 'unknown' }
    }, browser)

    await sender.run('skip')

    expect(keys()).toEqual(['key-1'])
  })
})

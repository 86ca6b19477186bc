import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { add, browserOf, toggleHeart, open, setQuantity } from '#tests/support/screens/senderTab.ts'
import type { Change, Entry } from './changes.ts'
import type { Outcome } from './createSender.ts'
import { stuckEntries } from './sendQueue.ts'

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
    'holds up every later change, of whatever kind, so that none overtakes it: %s [pwa.13]',
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

      expect(keys()).toEqual(['key-1'])
      expect(stuckEntries(browser.outbox.entries)).toHaveLength(6)
    },
  )

  test('is retried, and the others follow in their order once it is sent [pwa.13]', async () => {
    const browser = browserOf(setQuantity('line-1', 2), profile, toggleHeart('wishlist.add', 'a'))
    let failures = 2
    const { sender, sent } = open(
      ({ key }) => ({ kind: key === 'key-1' && failures-- > 0 ? 'unknown' : 'sent' }),
      browser,
    )

    await sender.run()
    await vi.advanceTimersByTimeAsync(3500)

    expect(sent.map(({ key, at }) => [key, at])).toEqual([
      ['key-1', 0],
      ['key-1', 1000],
      ['key-1', 3000],
      ['key-2', 3000],
      ['key-3', 3000],
    ])
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

import { describe, expect, test } from 'vitest'

import { aProduct } from '#tests/support/shopper/builders.ts'
import { type Change, drop, enqueue, type Entry, type Outbox, settle, topicOf } from './changes.ts'
import { emptyOutbox } from './outboxAtom.ts'
import { claim, postpone, release, retryDelayMs } from './sendQueue.ts'

const home = (street: string) => ({
  ...{ label: 'home' as const, street, city: 'Indore', state: 'Madhya Pradesh' },
  postalCode: '452010',
})
const addAddress = (addressId: string, street = '1 Lake View'): Change => ({
  ...{ type: 'address.add', addressId, address: home(street) },
})
const updateAddress = (addressId: string, street: string): Change => ({
  ...{ type: 'address.update', addressId, address: home(street) },
})
const removeAddress = (addressId: string): Change => ({
  ...{ type: 'address.remove', addressId, label: 'home', city: 'Indore' },
})
const updateLine = (lineId: string, to: object): Change => ({
  ...{ type: 'cart.update', lineId, name: 'Blue kurta', to },
})
const removeLine = (lineId: string): Change => ({ type: 'cart.remove', lineId, name: 'Blue kurta' })
const moveLine = (lineId: string): Change => ({
  ...{ type: 'cart.moveToWishlist', lineId, product: aProduct() },
})
const deliver = (lineId: string): Change => ({
  ...{ type: 'cart.setDelivery', lineId, purchaseType: 'Standard' },
})
const addLine = (lineId: string): Change => ({
  ...{
    type: 'cart.add',
    lineId,
    product: aProduct(),
    size: 'M',
    quantity: 1,
    resultingQuantity: 1,
  },
})
const heart = (way: 'add' | 'remove', _id: string): Change => ({
  ...{ type: `wishlist.${way}`, product: aProduct({ _id }) },
})
const profile = (firstName: string): Change => ({
  ...{ type: 'profile.update', profile: { firstName, lastName: 'Rao', email: '' } },
})

const outboxOf = (...changes: Change[]) =>
  changes.reduce(
    (outbox, change, index) =>
      enqueue(outbox, { key: `key-${index + 1}`, ownerId: 'asha', change, now: 1000 }),
    emptyOutbox,
  )
const changesOf = ({ entries }: { entries: Entry[] }) => entries.map(({ change }) => change)

describe('two unsent changes', () => {
  test.for<[what: string, changes: Change[], left: Change[]]>([
    ['only the second profile is sent', [profile('Asha'), profile('Mira')], [profile('Mira')]],
    ['a heart that was tapped twice sends nothing', [heart('add', 'a'), heart('remove', 'a')], []],
    [
      'a heart that was emptied and filled sends nothing',
      [heart('remove', 'a'), heart('add', 'a')],
      [],
    ],
    [
      'only the second quantity is sent',
      [updateLine('1', { quantity: 2 }), updateLine('1', { quantity: 5 })],
      [updateLine('1', { quantity: 5 })],
    ],
    [
      'only the second trial size is sent',
      [updateLine('1', { trialSize: 'S' }), updateLine('1', { trialSize: 'L' })],
      [updateLine('1', { trialSize: 'L' })],
    ],
    [
      'a line that is then removed is not changed first',
      [updateLine('1', { quantity: 2 }), removeLine('1')],
      [removeLine('1')],
    ],
    [
      'an address that is then removed is not changed first',
      [updateAddress('1', 'A'), removeAddress('1')],
      [removeAddress('1')],
    ],
    [
      'an address that is added and removed sends nothing',
      [addAddress('1'), removeAddress('1')],
      [],
    ],
    [
      'an address is added with its later changes',
      [addAddress('1'), updateAddress('1', 'B')],
      [addAddress('1', 'B')],
    ],
    [
      'only the second text of an address is sent',
      [updateAddress('1', 'A'), updateAddress('1', 'B')],
      [updateAddress('1', 'B')],
    ],
  ])('%s [pwa.13]', ([, changes, left]) => {
    const outbox = outboxOf(...changes)

    expect(changesOf(outbox)).toEqual(left)
    if (left.length > 0) expect(outbox.entries[0]?.key).toBe('key-1')
  })

  test.for<[what: string, changes: [Change, Change]]>([
    ['hearts of two products', [heart('add', 'a'), heart('remove', 'b')]],
    ['the same tap on a heart, twice', [heart('add', 'a'), heart('add', 'a')]],
    [
      'quantities of two lines',
      [updateLine('1', { quantity: 2 }), updateLine('2', { quantity: 2 })],
    ],
    [
      'quantity and trial size',
      [updateLine('1', { quantity: 2 }), updateLine('1', { trialSize: 'S' })],
    ],
    [
      'a size and a change after it',
      [updateLine('1', { size: 'L' }), updateLine('1', { quantity: 2 })],
    ],
    ['two sizes', [updateLine('1', { size: 'L' }), updateLine('1', { size: 'M' })]],
    ['a change before a size', [updateLine('1', { quantity: 2 }), updateLine('1', { size: 'L' })]],
    ['a line and another that is removed', [updateLine('1', { quantity: 2 }), removeLine('2')]],
    ['a removed line and another one', [removeLine('1'), removeLine('2')]],
    ['a line and its move to the wishlist', [updateLine('1', { quantity: 2 }), moveLine('1')]],
    ['a line and the delivery option', [updateLine('1', { quantity: 2 }), deliver('1')]],
    ['a new line and its quantity', [addLine('1'), updateLine('1', { quantity: 2 })]],
    ['an address and another that is removed', [updateAddress('1', 'A'), removeAddress('2')]],
    ['a new address and a change of another', [addAddress('1'), updateAddress('2', 'B')]],
    ['a removed address and a new one', [removeAddress('1'), addAddress('2')]],
    ['the profile and a heart', [profile('Asha'), heart('add', 'a')]],
    [
      'a line and an address of the same id',
      [updateLine('1', { quantity: 2 }), removeAddress('1')],
    ],
  ])('%s are not merged [pwa.13]', ([, changes]) => {
    expect(changesOf(outboxOf(...changes))).toEqual(changes)
  })

  test('of two customers are not merged [pwa.13] [safe.2]', () => {
    const ofAsha = outboxOf(profile('Asha'))

    const both = enqueue(ofAsha, { key: 'key-2', ownerId: 'ravi', change: profile('Ravi'), now: 0 })

    expect(both.entries.map(({ ownerId }) => ownerId)).toEqual(['asha', 'ravi'])
  })

  test('are merged by topic, whatever else was changed in between [pwa.13]', () => {
    const outbox = outboxOf(profile('Asha'), heart('add', 'a'), profile('Mira'))

    expect(changesOf(outbox)).toEqual([profile('Mira'), heart('add', 'a')])
  })

  test('are not merged into one that is being sent [pwa.13]', () => {
    const attempt = { ownerId: 'asha', by: 'tab', now: 1000, hasLock: true, pause: 'skip' } as const
    const sending = claim(outboxOf(profile('Asha')), attempt)

    const after = enqueue(sending, {
      key: 'key-2',
      ownerId: 'asha',
      change: profile('Mira'),
      now: 0,
    })

    expect(changesOf(after)).toEqual([profile('Asha'), profile('Mira')])
  })
})

test('of a heart are not merged if the item is moved to the wishlist between them [pwa.13] [wish.4]', () => {
  const product = aProduct()
  const outbox = outboxOf(
    { type: 'wishlist.add', product },
    { type: 'cart.moveToWishlist', lineId: 'line-1', product },
    { type: 'wishlist.remove', product },
  )

  expect(changesOf(outbox).map(({ type }) => type)).toEqual([
    'wishlist.add',
    'cart.moveToWishlist',
    'wishlist.remove',
  ])
})

describe('a change that follows a new line or address', () => {
  test.for([
    updateLine('local', { quantity: 2 }),
    removeLine('local'),
    moveLine('local'),
    deliver('local'),
  ])('uses the line id from the server: $type [pwa.13]', (change) => {
    const outbox = outboxOf(addLine('local'), change)

    const after = settle(outbox, outbox.entries[0]!, 'line-1')

    expect(changesOf(after)).toEqual([{ ...change, lineId: 'line-1' }])
    expect(after.settledCount).toBe(outbox.settledCount + 1)
  })

  test('uses the address id from the server once it is known [pwa.13]', () => {
    const added = outboxOf(addAddress('local'))
    const tried = {
      ...added,
      entries: added.entries.map((entry) => ({ ...entry, firstTriedAt: 1 })),
    }
    const outbox = [updateAddress('local', 'B'), removeAddress('other')].reduce<Outbox>(
      (before, change, index) =>
        enqueue(before, { key: `more-${index}`, ownerId: 'asha', change, now: 0 }),
      tried,
    )

    expect(changesOf(settle(outbox, outbox.entries[0]!, 'address-1'))).toEqual([
      updateAddress('address-1', 'B'),
      removeAddress('other'),
    ])
    expect(changesOf(settle(outbox, outbox.entries[0]!))).toEqual([
      updateAddress('local', 'B'),
      removeAddress('other'),
    ])
  })

  test('is removed with it when it is refused [pwa.13]', () => {
    const ofRavi = { key: 'of-ravi', ownerId: 'ravi', change: removeLine('local'), now: 0 }
    const outbox = enqueue(
      outboxOf(addLine('local'), updateLine('local', { quantity: 2 }), removeLine('other')),
      ofRavi,
    )

    const after = drop(outbox, outbox.entries[0]!)

    expect(changesOf(after)).toEqual([removeLine('other'), removeLine('local')])
    const refused = drop(
      outboxOf(removeLine('1'), removeLine('2')),
      outboxOf(removeLine('1')).entries[0]!,
    )
    expect(changesOf(refused)).toEqual([removeLine('2')])
  })
  test('belongs to the same customer: another’s line may have the same provisional id [safe.2] [pwa.13]', () => {
    const ofRavi = { key: 'of-ravi', ownerId: 'ravi', change: removeLine('local'), now: 0 }
    const outbox = enqueue(outboxOf(addLine('local')), ofRavi)

    expect(changesOf(settle(outbox, outbox.entries[0]!, 'line-1'))).toEqual([removeLine('local')])
  })
})

describe('an attempt', () => {
  const attempt = {
    ownerId: 'asha',
    by: 'this tab',
    now: 1000,
    hasLock: false,
    pause: 'full',
  } as const

  test('starts at once for a new change [pwa.13]', () => {
    const { entries } = claim(outboxOf(profile('Asha')), attempt)

    expect(entries).toMatchObject([{ lease: { by: 'this tab' }, firstTriedAt: 1000, failures: 0 }])
  })

  test.for([
    [true, true, 1000],
    [true, false, 21_000],
    [false, true, 21_000],
    [false, false, 21_000],
  ] as const)(
    'of another tab (with the lock: %s) has expired for this one (with the lock: %s) at %i ms [pwa.13]',
    ([theirs, ours, at]) => {
      const other = { ...attempt, by: 'other tab', hasLock: theirs }
      const outbox = claim(outboxOf(profile('Asha')), other)
      const byAt = (now: number) =>
        claim(outbox, { ...attempt, hasLock: ours, now }).entries[0]?.lease?.by

      expect(byAt(at)).toBe('this tab')
      if (at > 1000) expect(byAt(at - 1)).toBe('other tab')
    },
  )

  test('without a logged-in customer does not count, as an earlier one may have arrived [login.7] [pwa.13]', () => {
    const first = claim(outboxOf(profile('Asha')), attempt)
    const failed = postpone(first, first.entries[0]!, { now: 2000, random: 0.5 })
    const second = claim(failed, { ...attempt, now: 9000 })

    const freed = release(second, second.entries[0]!)

    expect(freed.entries).toEqual(failed.entries)
    expect(freed.entries[0]).toMatchObject({ firstTriedAt: 1000, failures: 1 })
  })

  test('whose change was discarded meanwhile restores nothing [pwa.11] [pwa.13]', () => {
    const [entry] = outboxOf(profile('Asha')).entries

    expect(postpone(emptyOutbox, entry!, { now: 0, random: 0.5 })).toBe(emptyOutbox)
  })

  const afterOneFailure = (chance: number, retryAfterMs?: number) => {
    const outbox = outboxOf(profile('Asha'))
    return postpone(outbox, outbox.entries[0]!, { now: 10_000, random: chance, retryAfterMs })
      .entries[0]
  }

  test('that failed is repeated after a second, or after a quarter of it for a short pause [pwa.13]', () => {
    expect(afterOneFailure(0.5)).toMatchObject({
      failures: 1,
      nextAt: 11_000,
      shortPauseEndsAt: 10_250,
    })
    expect(afterOneFailure(0.5, 60_000)).toMatchObject({ nextAt: 70_000, shortPauseEndsAt: 70_000 })
  })

  test('that failed is repeated after at most five minutes, with a jitter of a fifth [pwa.13]', () => {
    expect([0, 1, 5, 9, 30].map((failures) => retryDelayMs(failures, 0.5))).toEqual([
      1000, 2000, 32_000, 300_000, 300_000,
    ])
    expect([retryDelayMs(0, 0), Math.round(retryDelayMs(0, 1))]).toEqual([800, 1200])
  })

  test('that fails often has a short pause of at most 15 seconds [pwa.13]', () => {
    const [entry] = outboxOf(profile('Asha')).entries
    const often = { entries: [{ ...entry!, failures: 20 }], settledCount: 0 }

    const after = postpone(often, entry!, { now: 0, random: 0.5 })

    expect(after.entries[0]).toMatchObject({ nextAt: 300_000, shortPauseEndsAt: 15_000 })
  })

  test('stopped by the end of the session does not count [login.7] [pwa.13]', () => {
    const attempt = { ownerId: 'asha', by: 'tab', now: 1000, hasLock: true, pause: 'skip' } as const
    const claimed = claim(outboxOf(profile('Asha')), attempt)

    const freed = release(claimed, claimed.entries[0]!)

    expect(freed).toEqual(outboxOf(profile('Asha')))
    expect(release(freed, { ...claimed.entries[0]!, key: 'gone' })).toBe(freed)
  })
})

test('each change belongs to a topic', () => {
  expect([heart('add', 'a'), addLine('1'), addAddress('1'), profile('A')].map(topicOf)).toEqual([
    'wishlist',
    'cart',
    'address',
    'profile',
  ])
})

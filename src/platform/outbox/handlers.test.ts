import { expect, expectTypeOf, test } from 'vitest'

import { type Change, type ChangeOf, describeChange, isChangeOf } from './changes.ts'
import type { Handler, Handlers, Sent } from './outbox.ts'

type WishlistChange = ChangeOf<'wishlist'>

// The compiler is the judge: it reports an expected error that is not there.
test('a handler that forgets one of its changes does not compile [pwa.13]', () => {
  // @ts-expect-error A removal has no sender.
  const send = async (change: WishlistChange): Promise<Sent> => {
    switch (change.type) {
      case 'wishlist.add':
        return {}
    }
  }
  // @ts-expect-error A removal has no refusal.
  const refusals: Record<WishlistChange['type'], string> = { 'wishlist.add': 'Not added' }
  // @ts-expect-error A removal has no effect on what is shown.
  const applyChange = (saved: string[], change: Change): string[] => {
    if (!isChangeOf('wishlist', change)) return saved
    switch (change.type) {
      case 'wishlist.add':
        return [...saved, change.product._id]
    }
  }
  const handler: Omit<Handler<'wishlist', string[]>, 'refresh'> = {
    applyChange,
    send,
    refusal: ({ type }) => refusals[type],
  }

  expect(Object.keys(handler)).toEqual(['applyChange', 'send', 'refusal'])
})

test('a description that is missing for a change does not compile [pwa.13]', () => {
  // @ts-expect-error A removal has no description.
  const describe = (change: WishlistChange): ReturnType<typeof describeChange> => {
    switch (change.type) {
      case 'wishlist.add':
        return { action: 'Add to wishlist', item: change.product.name }
    }
  }

  // The real one describes every change, and never returns undefined.
  expectTypeOf(describeChange).parameters.toEqualTypeOf<[Change]>()
  expectTypeOf(describeChange).returns.toEqualTypeOf<{ action: string; item: string }>()
  expect(describe).toBeInstanceOf(Function)
})

test('the effect of a change is the data with it, whatever the change [pwa.13]', () => {
  expectTypeOf<Parameters<Handler<'wishlist'>['applyChange']>[1]>().toEqualTypeOf<Change>()
  // @ts-expect-error Nothing is shown after a change.
  const applyChange: Handler<'wishlist', string[]>['applyChange'] = () => undefined

  expect(applyChange).toBeInstanceOf(Function)
})

test('an outbox without a handler for each topic does not compile [pwa.13]', () => {
  const wishlist: Handlers['wishlist'] = {
    applyChange: (saved) => saved,
    send: async () => ({}),
    refusal: () => 'Not possible',
    refresh: async () => undefined,
  }
  // @ts-expect-error The bag, the addresses and the profile have none.
  const handlers: Handlers = { wishlist }

  expect(Object.keys(handlers)).toEqual(['wishlist'])
})

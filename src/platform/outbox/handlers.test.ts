import { expect, test } from 'vitest'

import type { ChangeOf } from './changes.ts'
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
  const handler: Pick<Handler<'wishlist'>, 'send' | 'refusal'> = {
    send,
    refusal: ({ type }) => refusals[type],
  }

  expect(Object.keys(handler)).toEqual(['send', 'refusal'])
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

import { afterEach, expect, test, vi } from 'vitest'

import { observe } from '#platform/connectivityAtom.ts'
import { forgetUser, signIn } from '#platform/session.ts'
import { aProduct, aUser } from '#tests/support/builders.ts'
import { defineHandler, startOutbox } from './outbox.ts'
import { update } from './outboxAtom.ts'
import { enqueue } from './queue.ts'

afterEach(() => forgetUser())

test('what waits is sent when the connection returns, also to a page that was offline before the outbox came [pwa.13]', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const send = vi.fn(async () => ({}))
  const refresh = async () => undefined
  defineHandler('wishlist', { send, notifyRefused: refresh, refresh })
  signIn(aUser())
  const change = { type: 'wishlist.add', product: aProduct() } as const
  const entry = { key: 'key-1', ownerId: aUser().user._id, change, now: Date.now() }
  await update((outbox) => enqueue(outbox, entry))
  observe({ kind: 'link', isUp: false, at: Date.now() })

  startOutbox()
  await new Promise((resolve) => setTimeout(resolve))
  expect(send).not.toHaveBeenCalled()
  observe({ kind: 'answered', status: 200, isOurs: true, at: Date.now() + 1 })

  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
})

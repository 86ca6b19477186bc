import { afterEach, expect, test, vi } from 'vitest'

import { sendAfterFlush, startOutbox } from '#features/outbox/outbox.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { handle } from '#tests/support/shopper/outboxFixtures.ts'
import { unsentMessages } from './outbox.ts'
import { updateOutbox } from './outboxAtom.ts'
import { enqueue } from './changes.ts'

afterEach(() => clearSession())

test('changes are sent when the connection returns, even if the page was offline before the outbox loaded [pwa.13]', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const { send } = handle(async () => ({}))
  saveSession(aUser())
  const change = { type: 'wishlist.add', product: aProduct() } as const
  const entry = { key: 'key-1', ownerId: aUser().user._id, change, now: Date.now() }
  await updateOutbox((outbox) => enqueue(outbox, entry))
  observe({ kind: 'link', isUp: false, at: Date.now() })

  startOutbox()
  await new Promise((resolve) => setTimeout(resolve))
  expect(send).not.toHaveBeenCalled()
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() + 1 })

  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
})

test('work that depends on a refused change does not continue [pwa.13] [checkout.7]', async () => {
  const refusal = new ApiError('invalid', new Error('Too far'), {
    success: false,
    code: 'invalid',
    msg: 'The pincode and the pin are in different places.',
  })
  handle(() => Promise.reject(refusal), 'address')
  saveSession(aUser())
  const change = { type: 'address.remove', addressId: 'a', label: 'home', city: 'Indore' } as const
  const entry = { key: 'key-2', ownerId: aUser().user._id, change, now: Date.now() }
  await updateOutbox((outbox) => enqueue(outbox, entry))
  const order = vi.fn()

  const going = sendAfterFlush(order)

  await expect(going).rejects.toMatchObject({ code: 'conflict', msg: unsentMessages.refused })
  expect(order).not.toHaveBeenCalled()
})

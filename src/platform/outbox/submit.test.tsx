import { renderHook } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { useToasterStore } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { flush, sendAfterFlush, submit } from '#features/outbox/outbox.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { connectivityAtom, observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import {
  failure,
  handle,
  wishlistAdd,
  addressDelete,
  wishlistRemove,
  cartRemove,
  wishlistAddOther,
  outboxWith,
} from '#tests/support/shopper/outboxFixtures.ts'
import type { Change } from './changes.ts'
import { type Handler, unsentMessages } from './outbox.ts'
import { entriesAtom, readEntries, outboxAtom, updateOutbox } from './outboxAtom.ts'
import { pendingEntriesAtom } from './pendingChanges.ts'

const store = getDefaultStore()

beforeEach(async () => {
  await clearPersisted()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
  saveSession(aUser())
})
afterEach(async () => {
  vi.useRealTimers()
  clearSession()
  await clearPersisted()
})

test('a change is sent once with its owner’s token and a key, and then shows as done [pwa.13]', async () => {
  const show = vi.fn()
  const handler = handle(async () => ({ show }))

  expect(await submit(wishlistAdd)).toBe('sent')

  expect(handler.send).toHaveBeenCalledExactlyOnceWith(wishlistAdd, {
    ownerId: aUser().user._id,
    idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    token: aUser().token,
    signal: expect.any(AbortSignal),
  })
  expect(show).toHaveBeenCalledOnce()
  expect(handler.onSent).toHaveBeenCalledWith(wishlistAdd)
  expect(await readEntries()).toEqual([])
})

test('guests send nothing [pwa.13]', async () => {
  clearSession()

  await expect(submit(wishlistAdd)).rejects.toMatchObject({ code: 'signed_out' })
})

test('the caller of a refused change gets the reason, and the server’s state is read [pwa.13]', async () => {
  const refusal = failure('out_of_stock')
  const handler = handle(() => Promise.reject(refusal))

  await expect(submit(wishlistAdd)).rejects.toBe(refusal)

  expect(await readEntries()).toEqual([])
  await vi.waitFor(() => expect(handler.refresh).toHaveBeenCalledOnce())
  expect(handler.refusal).not.toHaveBeenCalled()
})

test('a change without a response waits as long as Retry-After says [pwa.13]', async () => {
  handle(() => Promise.reject(failure('unavailable', { retryAfterMs: 60_000 })))

  expect(await submit(wishlistAdd)).toBe('pending')

  const [entry] = await readEntries()
  expect(entry).toMatchObject({ failures: 1, change: wishlistAdd })
  expect(entry!.nextAt).toBeGreaterThan(Date.now() + 55_000)
  expect(store.get(pendingEntriesAtom)).toHaveLength(1)
})

test.each(['offline', 'unexpected', 'request_timeout', 'conflict', 'too_many'] as const)(
  'after "%s" a change waits and is sent again with the same key [pwa.13]',
  async (code) => {
    // The automatic retry, due after a second, would be a third request on a busy machine.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { send } = handle(() => Promise.reject(failure(code)))

    expect(await submit(wishlistAdd)).toBe('pending')
    expect(await readEntries()).toMatchObject([{ failures: 1, change: wishlistAdd }])
    await flush()

    const keys = send.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey)
    expect(keys).toEqual([keys[0], keys[0]])
  },
)

test('a request without a response ends after 15 seconds, before another tab takes it over [pwa.13]', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  handle(async () => ({}))

  await submit(wishlistAdd)

  expect(timeout).toHaveBeenCalledExactlyOnceWith(15_000)
})

test('a request that hangs makes the page probe the store [pwa.13]', async () => {
  handle(() => Promise.reject(new DOMException('Timeout', 'TimeoutError')))

  expect(await submit(wishlistAdd)).toBe('pending')

  expect(store.get(connectivityAtom)).toMatchObject({ status: 'degraded', reason: 'unreachable' })
  expect(await readEntries()).toMatchObject([{ failures: 1 }])
})

test('a programming error does not put the connection in doubt [pwa.13]', async () => {
  handle(() => Promise.reject(new TypeError('Not a function')))

  expect(await submit(wishlistAdd)).toBe('pending')

  expect(store.get(connectivityAtom).status).toBe('online')
})

test('an expired session is not a failure of the change [login.7] [pwa.13]', async () => {
  handle(() => Promise.reject(failure('signed_out')))

  expect(await submit(wishlistAdd)).toBe('pending')

  const [entry] = await readEntries()
  expect(entry).toMatchObject({ failures: 0, nextAt: 0 })
  expect(entry).not.toHaveProperty('firstTriedAt')
})

test('a change that takes longer than three seconds shows as pending until it has a response [pwa.13]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let respond = () => {}
  const handler = handle(() => new Promise((resolve) => (respond = () => resolve({}))))
  const submission = submit(wishlistAdd)
  await vi.waitFor(() => expect(handler.send).toHaveBeenCalled())

  await vi.advanceTimersByTimeAsync(2500)
  expect(store.get(pendingEntriesAtom)).toEqual([])
  await vi.advanceTimersByTimeAsync(500)
  expect(store.get(pendingEntriesAtom)).toHaveLength(1)

  respond()
  expect(await submission).toBe('pending')
  await vi.waitFor(() => expect(store.get(outboxAtom).entries).toEqual([]))
  void submit(wishlistAddOther)
  expect(store.get(entriesAtom)).toHaveLength(1)
  expect(store.get(pendingEntriesAtom)).toEqual([])
  await vi.waitFor(() => expect(handler.send).toHaveBeenCalledTimes(2))
  respond()
  await vi.waitFor(() => expect(store.get(outboxAtom).entries).toEqual([]))
  await vi.advanceTimersByTimeAsync(3000)
  void submit(wishlistAdd)
  expect(store.get(pendingEntriesAtom)).toEqual([])
})

test('a heart that is toggled back is done, whatever happens to another heart [wish.3] [pwa.13]', async () => {
  let refuse = () => {}
  const handler = handle(
    () => new Promise((_, reject) => (refuse = () => reject(failure('not_found')))),
  )
  const first = submit(wishlistAddOther)
  await vi.waitFor(() => expect(handler.send).toHaveBeenCalledOnce())
  const second = submit(wishlistAdd)

  expect(await submit(wishlistRemove)).toBe('sent')

  refuse()
  await expect(first).rejects.toMatchObject({ code: 'not_found' })
  expect(await second).toBe('pending')
  expect(handler.send).toHaveBeenCalledOnce()
})

test('changes made offline are sent when the connection is back [pwa.13]', async () => {
  const handler = handle(async () => ({}))
  observe({ kind: 'link', isUp: false, at: Date.now() + 1 })
  expect(await submit(wishlistAdd)).toBe('pending')

  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() + 2 })

  await vi.waitFor(() => expect(handler.send).toHaveBeenCalledOnce())
})

test('a failed change is retried when the page becomes visible, not when it is hidden [pwa.13]', async () => {
  const handler = handle(() => Promise.reject(failure('unavailable', { retryAfterMs: 60_000 })))
  expect(await submit(wishlistAdd)).toBe('pending')
  // The shorter pause, after an event that shortens it.
  await updateOutbox(({ entries, ...outbox }) => ({
    ...outbox,
    entries: entries.map((entry) => ({ ...entry, shortPauseEndsAt: 0 })),
  }))
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const show = async (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
    await readEntries()
  }

  await show('hidden')
  await readEntries()
  expect(handler.send).toHaveBeenCalledOnce()
  await show('visible')

  await vi.waitFor(() => expect(handler.send).toHaveBeenCalledTimes(2))
})

test('a customer’s pending changes are sent when they log in again [login.7] [pwa.13]', async () => {
  const handler = handle(async () => ({}))
  await store.set(outboxAtom, outboxWith({ change: wishlistAdd, nextAt: 0, shortPauseEndsAt: 0 }))
  clearSession()
  store.sub(entriesAtom, () => undefined)
  expect(handler.send).not.toHaveBeenCalled()

  saveSession(aUser())

  await vi.waitFor(() => expect(handler.send).toHaveBeenCalledOnce())
})

test('a change that undoes a pending one is done at once [pwa.13]', async () => {
  const handler = handle(() => Promise.reject(failure('offline')))
  observe({ kind: 'link', isUp: false, at: Date.now() + 1 })
  expect(await submit(wishlistAdd)).toBe('pending')

  expect(await submit(wishlistRemove)).toBe('sent')

  expect(handler.send).not.toHaveBeenCalled()
  expect(await readEntries()).toEqual([])
})

test('while the store fails one change, later ones of another kind show as pending too [pwa.13]', async () => {
  handle(() => Promise.reject(failure('unexpected')), 'address')
  const sendHeart = vi.fn<Handler['send']>(async () => ({}))
  handle(sendHeart)
  expect(await submit(addressDelete)).toBe('pending')

  expect(await submit(wishlistAdd)).toBe('pending')

  expect(sendHeart).not.toHaveBeenCalled()
  expect(store.get(pendingEntriesAtom).map(({ change }) => change)).toEqual([
    addressDelete,
    wishlistAdd,
  ])
})

test('a change of an earlier visit is handled by its feature, and a refusal is reported with the reason [pwa.13]', async () => {
  const response = { success: false, code: 'invalid', msg: 'This name is too long.' } as const
  const handler = handle(
    vi
      .fn<Handler['send']>()
      .mockRejectedValueOnce(failure('invalid'))
      .mockRejectedValueOnce(new ApiError('invalid', new Error('invalid'), response)),
    'profile',
  )
  // The connection is lost again meanwhile.
  handler.refresh.mockRejectedValue(failure('offline'))
  const change: Change = {
    type: 'profile.update',
    profile: { firstName: 'Mira', lastName: 'Rao', email: '' },
  }
  await store.set(outboxAtom, outboxWith({ key: 'first', change }, { key: 'second', change }))

  expect(await flush()).toBe('refused')

  expect(handler.send).toHaveBeenCalledTimes(2)
  expect(handler.refusal).toHaveBeenCalledWith(change)
  const shownToasts = renderHook(() => useToasterStore()).result.current.toasts
  expect(shownToasts.map(({ message }) => message).toSorted()).toEqual([
    'Not saved: Update profile, Mira Rao. Not possible',
    'Not saved: Update profile, Mira Rao. This name is too long.',
  ])
  expect(await flush()).toBe('sent')
})

test('a heart that cannot be sent does not block an order [pwa.13] [checkout.7]', async () => {
  const handler = handle(() => Promise.reject(failure('unavailable')))
  await submit(wishlistAdd)

  expect(await sendAfterFlush(async () => 'ordered')).toBe('ordered')
  expect(handler.send).toHaveBeenCalledOnce()
  expect(await flush()).toBe('pending')
})

test('a heart refused on the way to the payment does not block an order [pwa.13] [checkout.7]', async () => {
  handle(() => Promise.reject(failure('not_found')))
  handle(async () => ({}), 'address')
  observe({ kind: 'link', isUp: false, at: Date.now() + 1 })
  await submit(wishlistAdd)
  await submit(addressDelete)

  expect(await sendAfterFlush(async () => 'ordered')).toBe('ordered')
  expect(await readEntries()).toEqual([])
})

test('an unsent removal blocks an order, which would contain the item [pwa.13] [checkout.7]', async () => {
  handle(() => Promise.reject(failure('unavailable')), 'cart')
  await submit(cartRemove)
  const order = vi.fn()

  await expect(sendAfterFlush(order)).rejects.toMatchObject({ code: 'offline' })
  expect(order).not.toHaveBeenCalled()
})

test('a call that needs its response now waits for earlier changes and fails without them [pwa.13] [bag.9]', async () => {
  const sent: string[] = []
  const send = async () => {
    sent.push('address')
    return {}
  }
  handle(send, 'address')
  observe({ kind: 'link', isUp: false, at: Date.now() + 1 })
  await submit(addressDelete)
  const { settledCount } = store.get(outboxAtom)
  const work = async () => {
    sent.push('work')
    return 'done'
  }

  expect(await sendAfterFlush(work)).toBe('done')
  expect(sent).toEqual(['address', 'work'])
  // Both the change and the work that follows it, because a pending read may lack either.
  expect(store.get(outboxAtom).settledCount).toBe(settledCount + 2)

  handle(() => Promise.reject(failure('offline')), 'address')
  await submit(addressDelete)
  await expect(sendAfterFlush(work)).rejects.toMatchObject({
    code: 'offline',
    msg: unsentMessages.pending,
  })
  expect(sent).toEqual(['address', 'work'])
})

test('a response for a logged-out customer is not shown to the next one [pwa.11] [pwa.13]', async () => {
  let respond = () => {}
  const show = vi.fn()
  const handler = handle(() => new Promise((resolve) => (respond = () => resolve({ show }))))
  const submission = submit(wishlistAdd)
  await vi.waitFor(() => expect(handler.send).toHaveBeenCalled())

  await clearPersisted()
  respond()
  await submission

  expect(show).not.toHaveBeenCalled()
  expect(handler.onSent).not.toHaveBeenCalled()
})

test('a refusal for a logged-out customer is not shown [pwa.11] [pwa.13]', async () => {
  let refuse = () => {}
  const handler = handle(
    () => new Promise((_, reject) => (refuse = () => reject(failure('out_of_stock')))),
  )
  const submission = submit(wishlistAdd)
  await vi.waitFor(() => expect(handler.send).toHaveBeenCalled())

  clearSession()
  refuse()

  expect(await submission).toBe('pending')
  expect(handler.refusal).not.toHaveBeenCalled()
  expect(handler.refresh).not.toHaveBeenCalled()
})

import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { connectivityAtom, observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, signIn } from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { failure, handle, wishlistAdd, outboxWith } from '#tests/support/shopper/outboxFixtures.ts'
import { discardAll, type Handler, submit, undo } from './outbox.ts'
import { readEntries, storedAtom } from './outboxAtom.ts'

const store = getDefaultStore()

beforeEach(async () => {
  await clearPersisted()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  observe({ kind: 'answered', status: 200, isOurs: true, at: Date.now() })
  signIn(aUser())
})
afterEach(async () => {
  vi.useRealTimers()
  clearSession()
  await clearPersisted()
})

test('what was never sent is taken back without a look at what the server has [pwa.13]', async () => {
  const handler = handle(async () => ({}))
  observe({ kind: 'link', isUp: false, at: Date.now() + 1 })
  await submit(wishlistAdd)
  const [entry] = await readEntries()

  await undo(entry!)

  expect(await readEntries()).toEqual([])
  expect(handler.refresh).not.toHaveBeenCalled()
})

test('what a killed page was sending can be taken back once nobody sends it any more [pwa.13]', async () => {
  handle(async () => ({}))
  observe({ kind: 'link', isUp: false, at: Date.now() + 1 })
  const lease = { by: 'killed', hasLock: false, until: Date.now() }
  await store.set(storedAtom, outboxWith({ change: wishlistAdd, lease }))
  const [entry] = await readEntries()

  await undo(entry!)

  expect(await readEntries()).toEqual([])
})

test('what waits can be taken back; what may have arrived is looked up then [pwa.13]', async () => {
  const handler = handle(() => Promise.reject(failure('unavailable', { retryAfterMs: 60_000 })))
  await submit(wishlistAdd)
  const [entry] = await readEntries()

  await undo(entry!)

  expect(await readEntries()).toEqual([])
  expect(handler.refresh).toHaveBeenCalledOnce()
})

/** A store that never answers: only the page ends the request. */
const hang: Handler['send'] = (_, { signal }) =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
  )

async function beingSent() {
  await vi.waitFor(async () => expect((await readEntries())[0]?.lease).toBeDefined())
  const [entry] = await readEntries()
  return entry!
}

test('a change that is being sent can be taken back: the request ends, and what the server has is read [pwa.13]', async () => {
  const handler = handle(hang)
  const submission = submit(wishlistAdd)
  const entry = await beingSent()
  await vi.waitFor(() => expect(handler.send).toHaveBeenCalledOnce())

  expect(await undo(entry)).toBe('undone')

  expect(handler.send.mock.lastCall?.[1].signal.aborted).toBe(true)
  expect(await readEntries()).toEqual([])
  expect(handler.refresh).toHaveBeenCalledOnce()
  expect(await submission).toBe('waiting')
  expect(store.get(connectivityAtom).status).toBe('online')
})

test('a change that another tab is sending, or that has been sent, is not taken back, and the customer learns why [pwa.13]', async () => {
  handle(() => Promise.reject(failure('unavailable', { retryAfterMs: 60_000 })))
  await submit(wishlistAdd)
  const [entry] = await readEntries()
  const lease = { by: 'another tab', hasLock: true, until: Date.now() + 10_000 }
  await store.set(storedAtom, ({ settled }) => ({ entries: [{ ...entry!, lease }], settled }))

  expect(await undo(entry!)).toBe('sending')
  expect(await readEntries()).toHaveLength(1)

  await store.set(storedAtom, ({ settled }) => ({ entries: [], settled }))
  expect(await undo(entry!)).toBe('sent')
})

test('a customer who discards all changes ends the request under way, and keeps those of others [pwa.13] [login.6]', async () => {
  const handler = handle(hang)
  void submit(wishlistAdd)
  const entry = await beingSent()
  await vi.waitFor(() => expect(handler.send).toHaveBeenCalledOnce())
  const ofRavi = { ...entry, key: 'of-ravi', ownerId: 'ravi' }
  await store.set(storedAtom, ({ entries, settled }) => ({
    entries: [...entries, ofRavi],
    settled,
  }))

  await discardAll()

  expect(handler.send.mock.lastCall?.[1].signal.aborted).toBe(true)
  await vi.waitFor(() => expect(store.get(storedAtom).entries).toEqual([ofRavi]))
})

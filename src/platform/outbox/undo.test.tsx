import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { discardAll, submit, undo } from '#features/outbox/outbox.ts'
import { connectivityAtom, observe } from '#platform/connectivity/connectivityAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aUser } from '#tests/support/shopper/builders.ts'
import { failure, handle, outboxWith, wishlistAdd } from '#tests/support/shopper/outboxFixtures.ts'
import type { Handler } from './outbox.ts'
import { readEntries, outboxAtom } from './outboxAtom.ts'

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

test('an unsent change is undone without reading the server’s state [pwa.13]', async () => {
  const handler = handle(async () => ({}))
  observe({ kind: 'link', isUp: false, at: Date.now() + 1 })
  await submit(wishlistAdd)
  const [entry] = await readEntries()

  await undo(entry!)

  expect(await readEntries()).toEqual([])
  expect(handler.refresh).not.toHaveBeenCalled()
})

test('a killed page’s change can be undone once its lease has expired [pwa.13]', async () => {
  handle(async () => ({}))
  observe({ kind: 'link', isUp: false, at: Date.now() + 1 })
  const lease = { by: 'killed', hasLock: false, until: Date.now() }
  await store.set(outboxAtom, outboxWith({ change: wishlistAdd, lease }))
  const [entry] = await readEntries()

  await undo(entry!)

  expect(await readEntries()).toEqual([])
})

test('a pending change can be undone; if it may have arrived, the server’s state is read [pwa.13]', async () => {
  const handler = handle(() => Promise.reject(failure('unavailable', { retryAfterMs: 60_000 })))
  await submit(wishlistAdd)
  const [entry] = await readEntries()

  await undo(entry!)

  expect(await readEntries()).toEqual([])
  expect(handler.refresh).toHaveBeenCalledOnce()
})

/** A store that never responds: only the page ends the request. */
const hang: Handler['send'] = (_, { signal }) =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
  )

async function beingSent() {
  await vi.waitFor(async () => expect((await readEntries())[0]?.lease).toBeDefined())
  const [entry] = await readEntries()
  return entry!
}

test('undoing a change that is being sent aborts the request and reads the server’s state [pwa.13]', async () => {
  const handler = handle(hang)
  const submission = submit(wishlistAdd)
  const entry = await beingSent()
  await vi.waitFor(() => expect(handler.send).toHaveBeenCalledOnce())

  expect(await undo(entry)).toBe('undone')

  expect(handler.send.mock.lastCall?.[1].signal.aborted).toBe(true)
  expect(await readEntries()).toEqual([])
  expect(handler.refresh).toHaveBeenCalledOnce()
  expect(await submission).toBe('pending')
  expect(store.get(connectivityAtom).status).toBe('online')
})

test('a change sent by another tab, or already sent, cannot be undone, with an explanation [pwa.13]', async () => {
  handle(() => Promise.reject(failure('unavailable', { retryAfterMs: 60_000 })))
  await submit(wishlistAdd)
  const [entry] = await readEntries()
  const lease = { by: 'another tab', hasLock: true, until: Date.now() + 10_000 }
  await store.set(outboxAtom, ({ settledCount }) => ({
    entries: [{ ...entry!, lease }],
    settledCount,
  }))

  expect(await undo(entry!)).toBe('sending')
  expect(await readEntries()).toHaveLength(1)

  await store.set(outboxAtom, ({ settledCount }) => ({ entries: [], settledCount }))
  expect(await undo(entry!)).toBe('sent')
})

test('discarding all changes aborts the current request and keeps other customers’ changes [pwa.13] [login.6]', async () => {
  const handler = handle(hang)
  void submit(wishlistAdd)
  const entry = await beingSent()
  await vi.waitFor(() => expect(handler.send).toHaveBeenCalledOnce())
  const ofRavi = { ...entry, key: 'of-ravi', ownerId: 'ravi' }
  await store.set(outboxAtom, ({ entries, settledCount }) => ({
    entries: [...entries, ofRavi],
    settledCount,
  }))

  await discardAll()

  expect(handler.send.mock.lastCall?.[1].signal.aborted).toBe(true)
  await vi.waitFor(() => expect(store.get(outboxAtom).entries).toEqual([ofRavi]))
})

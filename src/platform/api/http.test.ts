import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'

import { calls } from '#contract/api/calls.ts'
import { DoneReply } from '#contract/api/fields.ts'
import { productRead } from '#contract/api/reads.ts'
import { connectivityAtom, observe } from '#platform/connectivity/connectivityAtom.ts'
import type { ApiError } from './apiError.ts'
import { request, send, sendRead } from './http.ts'

afterEach(() => vi.useRealTimers())

const busy = { success: false, code: 'unavailable', msg: 'The store is very busy.' }

/** The requests that the server received. */
function sendingAway() {
  const asked: string[] = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(url)
    const headers = { 'x-api': '1', 'Retry-After': '2' }
    return Response.json(busy, { status: 503, headers })
  })
  return asked
}

test('a read refused by a busy store is retried once after Retry-After', async () => {
  vi.useFakeTimers()
  const asked = sendingAway()
  const failed = sendRead(productRead('kurta')).catch((error: unknown) => error)

  await vi.advanceTimersByTimeAsync(1900)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)

  expect(asked).toHaveLength(2)
  expect(await failed).toMatchObject({ code: 'unavailable', msg: 'The store is very busy.' })
})

test('nothing else is retried: no change, and no read without a connection', async () => {
  vi.useFakeTimers()
  const asked = sendingAway()
  const refused = request(calls.login, { json: {} }).catch(() => 'refused')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await refused).toBe('refused')
  expect(asked).toHaveLength(1)

  const cut = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', cut)
  const failed = sendRead(productRead('kurta')).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await failed).toMatchObject({ code: 'offline' })
  expect(cut).toHaveBeenCalledOnce()
})

test.each([
  ['seconds', '120', 120_000],
  ['a date', 'Sat, 01 Mar 2025 10:02:00 GMT', 120_000],
  ['a date that is over', 'Sat, 01 Mar 2025 09:59:00 GMT', undefined],
  ['something else', 'soon', undefined],
])('Retry-After is parsed as %s [pwa.13]', async (_, value, ms) => {
  vi.useFakeTimers({ now: new Date('2025-03-01T10:00:00Z') })
  const headers = { 'x-api': '1', 'Retry-After': value }
  vi.stubGlobal('fetch', async () => Response.json(busy, { status: 503, headers }))

  const failed = send(DoneReply, request(calls.login, { json: {} }))

  const error: unknown = await failed.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'unavailable' })
  expect((error as ApiError).retryAfterMs).toBe(ms)
})

test('a call without a response times out after 200 s [api.3]', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', ({ signal }: Request) => {
    return new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)))
  })
  const settled = vi.fn()
  sendRead(productRead('kurta')).catch(settled)

  await vi.advanceTimersByTimeAsync(199_900)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)

  expect(settled).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'offline' }))
})

test('a read fails 3 s after the store is known to be unreachable, a change does not [pwa.12]', async () => {
  // Only evidence newer than that of earlier tests counts.
  vi.useFakeTimers({ now: Date.now() + 3_600_000 })
  vi.stubGlobal('fetch', (asked: Request, { signal = asked.signal }: RequestInit = {}) => {
    return new Promise((_, refuse) =>
      signal?.addEventListener('abort', () => refuse(signal.reason)),
    )
  })
  const [readEnds, changeEnds] = [vi.fn(), vi.fn()]
  sendRead(productRead('kurta')).catch(readEnds)
  request(calls.login, { json: {} }).catch(changeEnds)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(readEnds).not.toHaveBeenCalled()

  observe({ kind: 'link', isUp: false, at: Date.now() })
  await vi.advanceTimersByTimeAsync(2900)
  expect(readEnds).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)

  expect(readEnds).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'offline' }))
  expect(changeEnds).not.toHaveBeenCalled()
  observe({ kind: 'answered', status: 200, isOurs: true, at: Date.now() })
})

/** A store that answers after so many milliseconds. */
const answersAfter = (ms: number) =>
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return Response.json({ success: true }, { headers: { 'x-api': '1' } })
  })
const connection = () => getDefaultStore().get(connectivityAtom).status

test('a read without an answer for 3 s makes the connection slow, until one is answered in time [pwa.12]', async () => {
  vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000 })
  answersAfter(2900)
  void sendRead(productRead('kurta')).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(connection()).toBe('online')

  answersAfter(3500)
  void sendRead(productRead('kurta')).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(2900)
  expect(connection()).toBe('online')
  await vi.advanceTimersByTimeAsync(200)
  expect(connection()).toBe('degraded')
  await vi.advanceTimersByTimeAsync(1000)
  expect(connection()).toBe('degraded')

  answersAfter(10)
  void sendRead(productRead('kurta')).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(connection()).toBe('online')
})

test('a change that takes long says nothing about the connection [pwa.12]', async () => {
  vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000 })
  answersAfter(8000)

  void request(calls.login, { json: {} }).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(9000)

  expect(connection()).toBe('online')
})

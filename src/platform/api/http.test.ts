import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'

import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import { productRead } from '#contract/api/reads.ts'
import { connectivityAtom, observe } from '#platform/connectivity/connectivityAtom.ts'
import type { ApiError } from './apiError.ts'
import { request, parseResponse, sendRead } from './http.ts'

afterEach(() => vi.useRealTimers())

const busy = { success: false, code: 'unavailable', msg: 'The store is very busy.' }

/** The requests that the server received. */
function sendingAway(retryAfter = '2') {
  const requests: string[] = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    requests.push(url)
    const headers = { 'x-api': '1', 'Retry-After': retryAfter }
    return Response.json(busy, { status: 503, headers })
  })
  return requests
}

test('a read refused by a busy store is retried once after Retry-After', async () => {
  vi.useFakeTimers()
  const requests = sendingAway()
  const failed = sendRead(productRead('kurta')).catch((error: unknown) => error)

  await vi.advanceTimersByTimeAsync(1900)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)

  expect(requests).toHaveLength(2)
  expect(await failed).toMatchObject({ code: 'unavailable', msg: 'The store is very busy.' })
})

test('a read waits for a retry five seconds at most', async () => {
  vi.useFakeTimers()
  const requests = sendingAway('60')
  const failed = sendRead(productRead('kurta')).catch((error: unknown) => error)

  await vi.advanceTimersByTimeAsync(4900)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)

  expect(requests).toHaveLength(2)
  expect(await failed).toMatchObject({ code: 'unavailable' })
})

test('nothing else is retried: no change, and no read without a connection', async () => {
  vi.useFakeTimers()
  const requests = sendingAway()
  const refused = request(calls.login, { json: {} }).catch(() => 'refused')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await refused).toBe('refused')
  expect(requests).toHaveLength(1)

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
  ['a date in the past', 'Sat, 01 Mar 2025 09:59:00 GMT', undefined],
  ['an invalid value', 'soon', undefined],
])('Retry-After is parsed as %s [pwa.13]', async (_, value, ms) => {
  vi.useFakeTimers({ now: new Date('2025-03-01T10:00:00Z') })
  const headers = { 'x-api': '1', 'Retry-After': value }
  vi.stubGlobal('fetch', async () => Response.json(busy, { status: 503, headers }))

  const failed = parseResponse(SuccessResponse, request(calls.login, { json: {} }))

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

const connection = () => getDefaultStore().get(connectivityAtom).status

/** A store that never responds to a call, and responds to probes if it `isReachable`. */
function hangs({ isReachable = false } = {}) {
  vi.stubGlobal('fetch', async (input: Request | string, options: RequestInit = {}) => {
    const signal = options.signal ?? (input as Request).signal
    if (isReachable && typeof input === 'string') {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return new Response('ok', { headers: { 'x-api': '1' } })
    }
    return new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)))
  })
}

test('a read fails 3 s after the store is known to be unreachable, a change does not [pwa.12]', async () => {
  // Only evidence newer than that of earlier tests counts.
  vi.useFakeTimers({ now: Date.now() + 3_600_000 })
  hangs()
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
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
})

/** Reads what belongs to the customer, which only the page stores. */
const readOwn = () => request(calls.readOrders, { token: 'a-token' }).json()

test('a page opened while the store is known to be unreachable shows a customer’s stored data at once [pwa.7] [pwa.12]', async () => {
  vi.useFakeTimers({ now: Date.now() + 4 * 3_600_000 })
  hangs()
  observe({ kind: 'link', isUp: false, at: Date.now() })
  await vi.advanceTimersByTimeAsync(2000)
  const ends = vi.fn()
  readOwn().catch(ends)
  await vi.advanceTimersByTimeAsync(900)
  expect(ends).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(ends).toHaveBeenCalledOnce()

  readOwn().catch(ends)
  await vi.advanceTimersByTimeAsync(10)

  expect(ends).toHaveBeenCalledTimes(2)
  observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
})

test.each([
  ['a public read, which the worker can serve from its cache', false],
  ['a customer’s read after the browser says that the link is back', true],
])(
  'while the store is known to be unreachable, %s still has 3 s [pwa.3] [pwa.12]',
  async (_, isOwn) => {
    vi.useFakeTimers({ now: Date.now() + (isOwn ? 5 : 4.5) * 3_600_000 })
    hangs()
    observe({ kind: 'link', isUp: false, at: Date.now() })
    await vi.advanceTimersByTimeAsync(60_000)
    const ends = vi.fn()

    if (isOwn) observe({ kind: 'link', isUp: true, at: Date.now() })
    const response: Promise<unknown> = isOwn ? readOwn() : sendRead(productRead('kurta'))
    response.catch(ends)
    await vi.advanceTimersByTimeAsync(2900)
    expect(ends).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)

    expect(ends).toHaveBeenCalledOnce()
    observe({ kind: 'response', status: 200, isOurs: true, at: Date.now() })
  },
)

test('"Try again" finds out at once that the connection is back [pwa.7] [pwa.12]', async () => {
  vi.useFakeTimers({ now: Date.now() + 6 * 3_600_000 })
  hangs()
  observe({ kind: 'link', isUp: false, at: Date.now() })
  await vi.advanceTimersByTimeAsync(60_000)
  hangs({ isReachable: true })

  readOwn().catch(() => undefined)
  await vi.advanceTimersByTimeAsync(100)

  expect(connection()).toBe('online')
})

/** A store that responds after so many milliseconds. */
const respondAfter = (ms: number) =>
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return Response.json({ success: true }, { headers: { 'x-api': '1' } })
  })
test('a read without a response for 3 s makes the connection slow, until one gets a response in time [pwa.12]', async () => {
  vi.useFakeTimers({ now: Date.now() + 7 * 3_600_000 })
  respondAfter(2900)
  void sendRead(productRead('kurta')).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(connection()).toBe('online')

  respondAfter(3500)
  void sendRead(productRead('kurta')).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(2900)
  expect(connection()).toBe('online')
  await vi.advanceTimersByTimeAsync(200)
  expect(connection()).toBe('degraded')
  await vi.advanceTimersByTimeAsync(1000)
  expect(connection()).toBe('degraded')

  respondAfter(10)
  void sendRead(productRead('kurta')).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(connection()).toBe('online')
})

test('a change that takes long says nothing about the connection [pwa.12]', async () => {
  vi.useFakeTimers({ now: Date.now() + 8 * 3_600_000 })
  respondAfter(8000)

  void request(calls.login, { json: {} }).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(9000)

  expect(connection()).toBe('online')
})

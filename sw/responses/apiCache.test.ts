import { beforeEach, describe, expect, test, vi } from 'vitest'

import { memoryCaches } from '#tests/support/worker/memoryCaches.ts'
import type * as module from './apiCache.ts'
import type { CachePolicy } from './apiCache.ts'

const offersUrl = 'https://pehno.example/api/home-offers'
const hour = 60 * 60 * 1000
const policy: CachePolicy = { cacheName: 'lists', freshMs: hour, staleMs: 24 * hour, max: 10 }
const event = { waitUntil: () => undefined } as unknown as ExtendableEvent

const serve = (url = offersUrl) => serveCached(event, url, policy)
const json = { 'x-api': '1', 'content-type': 'application/json' }
const online = (words: string, headers: Record<string, string> = {}) => {
  const fetchMock = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json({ words }, { headers: { ...json, ...headers } }),
  )
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}
const offline = () =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no connection')
  })
const respondWith = (respond: () => Response) => vi.stubGlobal('fetch', async () => respond())

let serveCached: (typeof module)['serveCached']

beforeEach(async () => {
  // The connection state of one test must not affect the next.
  vi.resetModules()
  ;({ serveCached } = await import('./apiCache.ts'))
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') })
  vi.stubGlobal('caches', memoryCaches())
  vi.stubGlobal('self', { clients: { matchAll: async () => [] } })
  return () => void vi.useRealTimers()
})

test('requests nothing until the time to live is over [pwa.3]', async () => {
  const fetchMock = online('first')
  await serve()
  expect(fetchMock).toHaveBeenCalledTimes(1)

  vi.setSystemTime(Date.now() + hour - 1)
  const within = await serve()
  expect(fetchMock).toHaveBeenCalledTimes(1)
  expect(within.headers.get('x-sw-cache')).toBe('fresh')

  vi.setSystemTime(Date.now() + 1)
  await serve()
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test('requests again if the clock was set back [pwa.3]', async () => {
  const fetchMock = online('first')
  await serve()

  vi.setSystemTime(Date.now() - 1)
  await serve()

  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test('serves the stored response with its age if the connection fails [pwa.3]', async () => {
  online('first')
  await serve()
  vi.setSystemTime(Date.now() + 2 * hour)
  offline()

  const response = await serve()

  expect(response.headers.get('x-sw-cache')).toBe('stale')
  expect(response.headers.get('x-sw-age')).toBe(String((2 * hour) / 1000))
  expect(await response.json()).toEqual({ words: 'first' })
})

test('has no response if the connection fails and the stored one is too old [pwa.3]', async () => {
  online('first')
  await serve()
  vi.setSystemTime(Date.now() + 25 * hour)
  offline()

  await expect(serve()).rejects.toThrow('no connection')
})

test('serves the stored response after three seconds, with one shared request [pwa.12]', async () => {
  const slow = `${offersUrl}?slow=1`
  online('first')
  await serve(slow)
  vi.setSystemTime(Date.now() + 2 * hour)
  const hangingFetch = vi.fn((url: string) =>
    url.includes('healthz')
      ? Promise.reject(new TypeError('no connection'))
      : new Promise(() => {}),
  )
  vi.stubGlobal('fetch', hangingFetch)

  const settled = vi.fn()
  const responses = Promise.all([serve(slow), serve(slow)])
  void responses.then(settled)
  await vi.advanceTimersByTimeAsync(2999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  expect(hangingFetch.mock.calls.some(([url]) => url.includes('healthz'))).toBe(true)
  for (const response of await responses) expect(response.headers.get('x-sw-cache')).toBe('stale')
  expect(hangingFetch.mock.calls.filter(([url]) => url === slow)).toHaveLength(1)
})

test('serves the stored response at once while the store is known to be unreachable [pwa.12]', async () => {
  online('first')
  await serve()
  vi.setSystemTime(Date.now() + 2 * hour)
  offline()
  await serve()
  const { observe } = await import('#sw/connection.ts')
  await observe({ kind: 'probe-failed', at: Date.now() })
  vi.stubGlobal('fetch', () => new Promise(() => {}))

  expect((await serve()).headers.get('x-sw-cache')).toBe('stale')
  const fallback = () => Promise.resolve(Response.json({ words: 'from a list' }))
  const response = await serveCached(event, `${offersUrl}?unseen=1`, { ...policy, fallback })
  expect(await response.json()).toEqual({ words: 'from a list' })
})

test('counts the soft timeout from the start of the shared request [pwa.12]', async () => {
  const hangingFetch = `${offersUrl}?hung=1`
  online('first')
  await serve(hangingFetch)
  vi.setSystemTime(Date.now() + 2 * hour)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const settled = vi.fn()

  void serve(hangingFetch).then(settled)
  await vi.advanceTimersByTimeAsync(2000)
  void serve(hangingFetch).then(settled)
  await vi.advanceTimersByTimeAsync(999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  expect(settled).toHaveBeenCalledTimes(2)
})

test('ends a request without a response after twelve seconds, because later ones share it [pwa.12]', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  online('first')

  await serve()

  expect(timeout).toHaveBeenCalledExactlyOnceWith(12_000)
})

test('sends a new request once the last one has ended [pwa.3]', async () => {
  const fetchMock = online('first')
  const always = { ...policy, freshMs: 0 }

  await serveCached(event, offersUrl, always)
  await serveCached(event, offersUrl, always)

  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test('serves a prefetched response to the page once [pwa.3] [pwa.15]', async () => {
  const fetchMock = online('first')
  const always = { ...policy, freshMs: 0 }

  await serveCached(event, offersUrl, { ...always, isPrefetch: true })
  expect(await (await serveCached(event, offersUrl, always)).json()).toEqual({ words: 'first' })
  expect(fetchMock).toHaveBeenCalledTimes(1)

  await serveCached(event, offersUrl, always)
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test('discards a prefetched response after its lifetime [pwa.3]', async () => {
  const fetchMock = online('first')
  const always = { ...policy, freshMs: 0 }
  await serveCached(event, offersUrl, { ...always, isPrefetch: true })

  await vi.advanceTimersByTimeAsync(10_000)
  await serveCached(event, offersUrl, always)

  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test('shares concurrent requests [pwa.3]', async () => {
  const fetchMock = online('first')
  await serve()

  expect((await serve()).headers.get('x-sw-cache')).toBe('fresh')
  expect(fetchMock).toHaveBeenCalledTimes(1)
})

test('serves the stored response until it is too old [pwa.3]', async () => {
  online('first')
  await serve()
  offline()

  vi.setSystemTime(Date.now() + policy.staleMs)
  expect((await serve()).headers.get('x-sw-cache')).toBe('stale')

  vi.setSystemTime(Date.now() + 1)
  await expect(serve()).rejects.toThrow('no connection')
})

test('bypasses the browser cache [pwa.12]', async () => {
  const fetchMock = online('first')

  await serve()

  const [, init] = fetchMock.mock.calls[0] ?? []
  expect(init).toMatchObject({ cache: 'no-store', headers: {} })
  expect(init?.signal).toBeInstanceOf(AbortSignal)
})

test('serves the stored response on server errors, and the error if there is none [pwa.3]', async () => {
  online('first')
  await serve()
  vi.setSystemTime(Date.now() + 2 * hour)
  respondWith(() => new Response('{}', { status: 500, headers: json }))

  const stored = await serve()
  expect(stored.headers.get('x-sw-cache')).toBe('stale')
  expect(await stored.json()).toEqual({ words: 'first' })
  expect((await serve(`${offersUrl}?other=1`)).status).toBe(500)
  // Errors must not clear the cache.
  offline()
  expect(await (await serve()).json()).toEqual({ words: 'first' })
})

test('revalidates a stored response and stores it again [pwa.3]', async () => {
  online('first', { etag: '"v1"' })
  await serve()
  vi.setSystemTime(Date.now() + hour)
  const fetchMock = vi.fn(async (_url: string, _init: RequestInit) => {
    return new Response(null, { status: 304, headers: { 'x-api': '1' } })
  })
  vi.stubGlobal('fetch', fetchMock)

  const again = await serve()
  expect(fetchMock.mock.calls[0]?.[1].headers).toEqual({ 'If-None-Match': '"v1"' })
  expect(await again.json()).toEqual({ words: 'first' })

  vi.setSystemTime(Date.now() + hour - 1)
  expect((await serve()).headers.get('x-sw-cache')).toBe('fresh')
  expect(fetchMock).toHaveBeenCalledTimes(1)
})

test('serves the new response if there is one [pwa.3]', async () => {
  online('first')
  await serve()
  vi.setSystemTime(Date.now() + hour)
  online('second')

  const response = await serve()

  expect(await response.json()).toEqual({ words: 'second' })
  expect(response.headers.has('x-sw-cache')).toBe(false)
})

test.each<[what: string, response: () => Response]>([
  [
    'another server’s response',
    () => Response.json({}, { headers: { 'content-type': 'application/json' } }),
  ],
  [
    'a page',
    () =>
      new Response('<h1>Sign in to this hotel</h1>', {
        headers: { 'x-api': '1', 'content-type': 'text/html' },
      }),
  ],
  [
    'a response without a type',
    () => new Response(new Uint8Array(1), { headers: { 'x-api': '1' } }),
  ],
  ['a refusal', () => Response.json({}, { status: 400, headers: json })],
])('%s is passed on and not stored [pwa.3]', async (_, respond) => {
  respondWith(respond)
  const { status } = respond()

  expect((await serve()).status).toBe(status)

  offline()
  await expect(serve()).rejects.toThrow('no connection')
})

test('a response is stored in any charset [pwa.3]', async () => {
  online('first', { 'content-type': 'application/json; charset=utf-8' })
  await serve()
  offline()

  expect(await (await serve()).json()).toEqual({ words: 'first' })
})

test('stores a limited number of the newest responses [pwa.3]', async () => {
  online('first')
  const few = { ...policy, max: 2 }
  for (const at of [1, 2, 3]) await serveCached(event, `${offersUrl}?at=${at}`, few)

  const cache = await caches.open(policy.cacheName)

  expect((await cache.keys()).map(({ url }) => url)).toEqual([
    `${offersUrl}?at=2`,
    `${offersUrl}?at=3`,
  ])
})

test('works when the device is full', async () => {
  online('first')
  const full = {
    match: async () => undefined,
    keys: async () => [],
    put: () => Promise.reject(new Error('full')),
  }
  vi.stubGlobal('caches', { open: async () => full })

  expect(await (await serve()).json()).toEqual({ words: 'first' })
})

test.each([404, 410])(
  'passes an error on, and deletes the stored response if it is gone (%s)',
  async (status) => {
    online('first')
    await serve()
    vi.setSystemTime(Date.now() + 2 * hour)
    respondWith(() => new Response('{}', { status, headers: { 'x-api': '1' } }))

    expect((await serve()).status).toBe(status)

    offline()
    await expect(serve()).rejects.toThrow('no connection')
  },
)

describe('behind a captive portal', () => {
  const portals: [what: string, response: () => Response][] = [
    ['a page', () => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } })],
    ['its own JSON', () => Response.json({ login: true })],
    ['a login required', () => new Response('', { status: 511 })],
    [
      'a redirect',
      () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }),
    ],
  ]

  test.each(portals)('%s never replaces the stored response [pwa.3]', async (_, respond) => {
    online('first')
    await serve()
    vi.setSystemTime(Date.now() + 2 * hour)
    const fetchMock = vi.fn(async (_url: string, _init: RequestInit) => respond())
    vi.stubGlobal('fetch', fetchMock)

    const served = await serve()

    expect(await served.clone().json()).toEqual({ words: 'first' })
    expect(served.headers.get('x-sw-cache')).toBe('stale')
    expect(fetchMock).toHaveBeenCalledWith(
      offersUrl,
      expect.objectContaining({ redirect: 'manual' }),
    )
    online('second')
    // It is refreshed in the background, since the store was known to be unreachable.
    await serve()
    await vi.advanceTimersByTimeAsync(0)
    expect(await (await serve()).json()).toEqual({ words: 'second' })
  })

  test('requests without a stored response fail [pwa.7]', async () => {
    vi.stubGlobal('fetch', portals[0]?.[1])

    await expect(serve()).rejects.toThrow(TypeError)
  })

  test.each([404, 403, 502])('a gateway’s %s deletes nothing [pwa.3]', async (status) => {
    online('first')
    await serve()
    vi.setSystemTime(Date.now() + 2 * hour)
    vi.stubGlobal('fetch', async () => new Response('<h1>Nginx</h1>', { status }))

    expect(await (await serve()).json()).toEqual({ words: 'first' })
    expect(await (await serve()).json()).toEqual({ words: 'first' })
  })
})

test('uses the network if storage is denied [wish.4]', async () => {
  const fetchMock = online('first')
  const open = async () => Promise.reject(new DOMException('Denied', 'SecurityError'))
  vi.stubGlobal('caches', { ...memoryCaches(), open })

  expect(await (await serve()).json()).toEqual({ words: 'first' })
  expect(fetchMock).toHaveBeenCalledWith(offersUrl, { cache: 'no-store' })
})

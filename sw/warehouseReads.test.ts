import { beforeEach, expect, test, vi } from 'vitest'

import { memoryCaches } from '#tests/support/pages/memoryCaches.ts'
import type * as module from './apiCache.ts'
import type { CachePolicy } from './apiCache.ts'

const offersUrl = 'https://pehno.example/api/home-offers'
const hour = 60 * 60 * 1000
const policy: CachePolicy = { cacheName: 'lists', freshMs: hour, staleMs: 24 * hour, max: 10 }
const event = { waitUntil: () => undefined } as unknown as ExtendableEvent

const serve = (url: string) => serveCached(event, url, policy)
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

test('serves the response for any warehouse while there is none for the wanted one [pwa.3]', async () => {
  online('any')
  await serve(`${offersUrl}?page=2`)
  const fetchMock = online('in Pune')
  const wanted = `${offersUrl}?page=2&warehouse=pune`

  offline()
  const stored = await serve(wanted)
  vi.stubGlobal('fetch', fetchMock)
  vi.setSystemTime(Date.now() + 1)
  const read = await serve(wanted)
  offline()

  expect(await stored.json()).toEqual({ words: 'any' })
  expect(stored.headers.get('x-sw-cache')).toBe('stale')
  expect(await read.json()).toEqual({ words: 'in Pune' })
  expect(await (await serve(wanted)).json()).toEqual({ words: 'in Pune' })
})

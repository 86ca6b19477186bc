import { beforeEach, expect, test, vi } from 'vitest'

import { rules } from '#contract/rules.ts'
import { memoryCaches } from '#tests/support/memoryCaches.ts'
import { freshFor } from './freshFor.ts'
import type { Keeping } from './routes.ts'

const address = 'https://pehno.example/api/home-offers'
const hour = 60 * 60 * 1000
const keeping: Keeping = { cacheName: 'lists', freshMs: hour, staleMs: 24 * hour, most: 10 }
const event = { waitUntil: () => undefined } as unknown as ExtendableEvent

const ask = (url = address) => freshFor(event, url, keeping)
const online = (words: string) => {
  const asked = vi.fn(async () =>
    Response.json({ words }, { headers: { 'x-api': '1', 'content-type': 'application/json' } }),
  )
  vi.stubGlobal('fetch', asked)
  return asked
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') })
  vi.stubGlobal('caches', memoryCaches())
  vi.stubGlobal('self', { clients: { matchAll: async () => [] } })
  return () => void vi.useRealTimers()
})

test('asks nothing until the very moment its time is over [pwa.3]', async () => {
  const asked = online('first')
  await ask()
  expect(asked).toHaveBeenCalledTimes(1)

  vi.setSystemTime(Date.now() + hour - 1)
  const within = await ask()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(within.headers.get('x-sw-cache')).toBe('fresh')

  vi.setSystemTime(Date.now() + 1)
  await ask()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('asks again where the clock was set back [pwa.3]', async () => {
  const asked = online('first')
  await ask()

  vi.setSystemTime(Date.now() - 1)
  await ask()

  expect(asked).toHaveBeenCalledTimes(2)
})

test('gives the stored answer with its age where the line fails [pwa.3]', async () => {
  online('first')
  await ask()
  vi.setSystemTime(Date.now() + 2 * hour)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no line')
  })

  const answer = await ask()

  expect(answer.headers.get('x-sw-cache')).toBe('stale')
  expect(answer.headers.get('x-sw-age')).toBe(String((2 * hour) / 1000))
  expect(await answer.json()).toEqual({ words: 'first' })
})

test('has no answer where the line fails and what is stored is too old [pwa.3]', async () => {
  online('first')
  await ask()
  vi.setSystemTime(Date.now() + 25 * hour)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no line')
  })

  await expect(ask()).rejects.toThrow('no line')
})

test('gives the stored answer after the soft limit, and asks once for all [pwa.12]', async () => {
  const slow = `${address}?slow=1`
  online('first')
  await ask(slow)
  vi.setSystemTime(Date.now() + 2 * hour)
  const hung = vi.fn((url: string) =>
    url.includes('healthz') ? Promise.reject(new TypeError('no line')) : new Promise(() => {}),
  )
  vi.stubGlobal('fetch', hung)

  const answers = Promise.all([ask(slow), ask(slow)])
  await vi.advanceTimersByTimeAsync(rules.request.softLimitMs)

  for (const answer of await answers) expect(answer.headers.get('x-sw-cache')).toBe('stale')
  expect(hung.mock.calls.filter(([url]) => url === slow)).toHaveLength(1)
})

test('passes a refusal on, and forgets what is gone', async () => {
  online('first')
  await ask()
  vi.setSystemTime(Date.now() + 2 * hour)
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404, headers: { 'x-api': '1' } }))

  expect((await ask()).status).toBe(404)

  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no line')
  })
  await expect(ask()).rejects.toThrow('no line')
})

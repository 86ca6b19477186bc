import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type CallName, calls } from '#contract/api/calls.ts'
import type { StoreEnv } from '#server/platform/http/handler.ts'
import { cacheResponses } from './responseCache.ts'

let computations = 0
const counted = (caching: string) => () =>
  new Response(String(++computations), {
    headers: {
      'Cache-Control': caching,
      ETag: `"${computations}"`,
      'x-request-id': String(computations),
    },
  })

const app = (options: { onClear?: () => void; snapshot?: () => unknown } = {}) =>
  new Hono<StoreEnv>()
    .use(cacheResponses({ ttlMs: 1000, ...options }))
    .get('/list', counted('no-cache'))
    .get('/mine', counted('no-store'))
    .post('/refused', (c) => {
      c.set('call', calls.placeOrder)
      return c.text('no', 409)
    })
    .post('/calls/:name', (c) => {
      c.set('call', calls[c.req.param('name') as CallName])
      return c.text('done')
    })

beforeEach(() => {
  computations = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('concurrent requests share one computation per URL and encoding', async () => {
  const store = app()
  const sendRequest = async (path: string, headers = {}) =>
    (await store.request(path, { headers })).text()

  expect([
    await sendRequest('/list'),
    await sendRequest('/list'),
    await sendRequest('/list?gender=MEN'),
  ]).toEqual(['1', '1', '2'])
  expect(await sendRequest('/list', { 'Accept-Encoding': 'br' })).toBe('3')
  vi.advanceTimersByTime(1001)
  expect(await sendRequest('/list')).toBe('4')
})

test('another snapshot of the catalogue clears the cache', async () => {
  const onClear = vi.fn()
  let snapshot = { products: 1 }
  const store = app({ onClear, snapshot: () => snapshot })
  const read = async () => (await store.request('/list')).text()

  expect([await read(), await read()]).toEqual(['1', '1'])
  expect(onClear).not.toHaveBeenCalled()
  snapshot = { products: 2 }
  expect([await read(), await read()]).toEqual(['2', '2'])
  expect(onClear).toHaveBeenCalledTimes(1)
})

test('personal responses are not cached, and cached ones have no request id', async () => {
  const store = app()
  expect(await (await store.request('/mine')).text()).toBe('1')
  expect(await (await store.request('/mine')).text()).toBe('2')

  await store.request('/list')
  expect((await store.request('/list')).headers.get('x-request-id')).toBeNull()
})

test('a token does not change public responses, and personal reads do not wait for each other [safe.4]', async () => {
  let resolveBoth = () => {}
  const both = new Promise<void>((done) => (resolveBoth = done))
  const store = app().get('/api/orders/view', async () => {
    if (computations === 2) resolveBoth()
    const response = counted('no-store')()
    await both
    return response
  })
  const from = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
  await store.request('/list')

  expect(await (await store.request('/list', from('a'))).text()).toBe('1')
  const own = ['a', 'b'].map((who) => store.request('/api/orders/view', from(who)))
  const responses = await Promise.all(own)
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['2', '3'])
}, 5000)

test('a matching ETag gets 304', async () => {
  const store = app()
  await store.request('/list')
  const again = await store.request('/list', { headers: { 'If-None-Match': '"1"' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('a call that outdates public reads clears the cache and is reported, others and a refused one do not', async () => {
  const onChange = vi.fn()
  const store = app({ onClear: onChange })
  await store.request('/list')
  await store.request('/refused', { method: 'POST' })
  await store.request('/calls/reportVitals', { method: 'POST' })
  await store.request('/calls/updateProfile', { method: 'POST' })
  await store.request('/calls/moveToCart', { method: 'POST' })
  expect(await (await store.request('/list')).text()).toBe('1')
  await store.request('/mine', { method: 'HEAD' })
  expect(await (await store.request('/list')).text()).toBe('1')
  expect(onChange).not.toHaveBeenCalled()
  await store.request('/calls/exchangeLine', { method: 'POST' })
  expect(onChange).toHaveBeenCalledOnce()
  expect(await (await store.request('/list')).text()).toBe('3')
})

test('requests during the computation get the same response', async () => {
  const store = app()
  const responses = await Promise.all([1, 2, 3].map(() => store.request('/list')))
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['1', '1', '1'])
})

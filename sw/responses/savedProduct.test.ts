import { beforeEach, expect, test, vi } from 'vitest'

import { placeholderDetails } from '#contract/catalogue/placeholderDetails.ts'
import { startServiceWorker, stubNetwork } from '#tests/support/worker/serviceWorker.ts'

const start = () => startServiceWorker(() => import('#sw/sw.ts'))
const api = (body: object) => () =>
  Response.json(body, { headers: { 'x-api': '1', 'content-type': 'application/json' } })
const listOf = (...data: object[]) => api({ success: true, result: { data } })
const kurta = { _id: 'kurta-7', name: 'Blue kurta', discountedPrice: 799 }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

/** A worker that has read `lists` and then lost the connection. */
async function offlineAfter(lists: Record<string, () => Response>) {
  stubNetwork(lists)
  const worker = await start()
  for (const path of Object.keys(lists)) await worker.request(path)
  stubNetwork({})
  return worker
}

test.each(['/api/products/list?category=kurtas', '/api/products/pair-it-with/saree-1'])(
  'a product seen in %s opens offline with the data of the list [pwa.7]',
  async (list) => {
    const worker = await offlineAfter({ [list]: listOf({ _id: 'other' }, kurta) })
    vi.setSystemTime(Date.now() + 60_000)

    const response = await worker.request('/api/products/kurta-7')

    expect(await response?.json()).toEqual({
      success: true,
      result: { ...placeholderDetails, ...kurta },
    })
    expect(response?.headers.get('content-type')).toBe('application/json')
    expect(response?.headers.get('x-sw-cache')).toBe('stale')
    expect(response?.headers.get('x-sw-age')).toBe('60')
  },
)

test('its price is that of the latest list [pwa.7]', async () => {
  const worker = await offlineAfter({
    '/api/products/list?category=a': listOf({ ...kurta, discountedPrice: 999 }),
    '/api/products/list?category=b': listOf(kurta),
    '/api/products/list?category=c': listOf({ _id: 'other' }),
  })

  const response = await worker.request('/api/products/kurta-7')

  expect(await response?.json()).toMatchObject({ result: { discountedPrice: 799 } })
})

test('a product that no list contained cannot be opened offline [pwa.7]', async () => {
  const worker = await offlineAfter({
    '/api/products/list': listOf({ _id: 'other' }),
    '/api/products/list?search=x': api({ success: true }),
    '/api/products/list?search=y': api({ success: true, result: {} }),
    '/api/products/saree-1': api({ success: true, result: { data: [kurta] } }),
  })

  await expect(worker.request('/api/products/kurta-7')).rejects.toThrow('Failed to fetch')
})

test('an id in another encoding is found as well [pwa.7]', async () => {
  const worker = await offlineAfter({ '/api/products/list': listOf({ _id: 'कुर्ता 7' }) })

  const response = await worker.request(`/api/products/${encodeURIComponent('कुर्ता 7')}`)

  expect(await response?.json()).toMatchObject({ result: { _id: 'कुर्ता 7' } })
})

test.each(['/api/brands', '/api/products/pair-it-with/kurta-7'])(
  '%s does not open a saved product [pwa.3]',
  async (path) => {
    const worker = await offlineAfter({
      '/api/products/list': listOf({ _id: 'brands' }, { _id: 'pair-it-with' }, kurta),
    })

    await expect(worker.request(path)).rejects.toThrow('Failed to fetch')
  },
)

test('a product removed from the store does not open [product.1]', async () => {
  const worker = await offlineAfter({ '/api/products/list': listOf(kurta) })
  stubNetwork({
    '/api/products/kurta-7': () => new Response('{}', { status: 404, headers: { 'x-api': '1' } }),
  })

  expect((await worker.request('/api/products/kurta-7'))?.status).toBe(404)
})

import { describe, expect, test, vi } from 'vitest'

import { sampleLoad, createLoadShedder } from './loadShedding.ts'

/** A valid token, and one that only looks valid. */
const liveToken = `${'t0ken_-'.repeat(6)}x`
const loggedIn = { authorization: `Bearer ${liveToken}` }
const forgedToken = { authorization: `Bearer ${'madeUp_'.repeat(6)}x` }

/** A store whose slow responses wait for the test, and its load. */
function busyStore({ rejectDelayMs = 0, isSecure = false } = {}) {
  const watch = { rejectShare: 0, inFlight: 0, received: 0, rejected: 0 }
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  const guarded = createLoadShedder(
    async ({ url }) => {
      if (/slow|orders\/view/.test(url)) await released
      return new Response('ok')
    },
    watch,
    { rejectDelayMs, isSecure, wasTokenVerified: (token) => token === liveToken },
  )
  const request = async (url: string, method = 'GET', headers = {}) =>
    guarded(new Request(`http://localhost${url}`), { incoming: { method, url, headers } })
  return { watch, request, release }
}

describe('an overloaded process', () => {
  test('refuses reads beyond its limit with Retry-After [api.1]', async () => {
    const { request, release } = busyStore()
    const slow = Array.from({ length: 200 }, () => request('/api/slow'))

    const refused = await request('/api/list')
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)

    release()
    expect((await Promise.all(slow)).every(({ status }) => status === 200)).toBe(true)
    expect((await request('/api/list')).status).toBe(200)
  })

  test('delays refusals, so that clients that retry at once are slowed down', async () => {
    vi.useFakeTimers()
    const { request, watch } = busyStore({ rejectDelayMs: 250 })
    watch.inFlight = 300
    let hasResponded = false

    const refused = request('/api/list').finally(() => (hasResponded = true))
    await vi.advanceTimersByTimeAsync(200)
    expect(hasResponded).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    vi.useRealTimers()

    expect((await refused).status).toBe(503)
  })

  test('starts public reads, pages and files a few at a time, and what cannot wait before them', async () => {
    const started: string[] = []
    const watch = { rejectShare: 0, inFlight: 0, received: 0, rejected: 0 }
    const guarded = createLoadShedder(
      ({ url }) => {
        started.push(new URL(url).pathname)
        return new Response('ok')
      },
      watch,
      { wasTokenVerified: (token) => token === liveToken },
    )
    const gone = new Set(['/api/list/gone'])
    const request = (url: string, method = 'GET', headers = {}) =>
      guarded(new Request(`http://localhost${url}`), {
        incoming: { method, url, headers },
        outgoing: { destroyed: gone.has(url) },
      })
    const inTurn = ['/api/list/1', '/page', '/api/list/gone', '/api/list/2', '/assets/a.js']
    const atOnce = ['/api/orders/payment/1', '/readyz', '/api/warehouse/check-delivery']
    const sent = [
      ...inTurn.map((url) => request(url)),
      ...atOnce.map((url) => request(url)),
      request('/api/cart/checkout', 'POST'),
      request('/api/orders/view', 'GET', loggedIn),
      request('/api/address', 'GET', forgedToken),
      request('/api/list/of-customer', 'GET', loggedIn),
    ]

    await Promise.resolve()
    expect(started.toSorted()).toEqual(
      [
        ...['/api/list/1', '/page', ...atOnce],
        ...['/api/cart/checkout', '/api/orders/view', '/api/address'],
      ].toSorted(),
    )
    await Promise.all(sent)
    expect(started.slice(-3)).toEqual(['/api/list/2', '/assets/a.js', '/api/list/of-customer'])
    expect(watch.inFlight).toBe(0)
  })

  test('treats the key of a program like a session [staff.5]', async () => {
    const key = `pehno_${'k'.repeat(43)}`
    const watch = { rejectShare: 0, inFlight: 300, received: 0, rejected: 0 }
    const options = { wasTokenVerified: (token: string) => token === key }
    const guarded = createLoadShedder(async () => new Response('ok'), watch, options)
    const [method, url] = ['GET', '/api/staff/orders']
    const headers = { authorization: `Bearer ${key}` }

    const response = await guarded(new Request(`http://localhost${url}`), {
      incoming: { method, url, headers },
    })
    expect(response.status).toBe(200)
  })

  test('serves logged-in customers, changes and monitoring', async () => {
    const { request, watch } = busyStore()
    watch.inFlight = 300

    expect((await request('/api/list')).status).toBe(503)
    expect((await request('/api/list', 'GET', loggedIn)).status).toBe(200)
    expect((await request('/api/webhooks/razorpay', 'POST')).status).toBe(200)
    expect((await request('/healthz')).status).toBe(200)

    watch.inFlight = 1000
    expect((await request('/api/list', 'GET', loggedIn)).status).toBe(503)
    expect((await request('/api/orders/payment/1', 'GET', loggedIn)).status).toBe(200)
    expect((await request('/api/cart/checkout', 'POST', loggedIn)).status).toBe(200)
  })

  test('refuses more reads the longer it lags, and none soon after it has recovered', async () => {
    const { request, watch } = busyStore()
    const late = () => sampleLoad(Object.assign(watch, { received: 100 }), 500)
    for (let turn = 0; turn < 20; turn++) late()
    expect(watch.rejectShare).toBeCloseTo(0.95)
    const statuses = await Promise.all(Array.from({ length: 200 }, () => request('/api/list')))
    expect(statuses.filter(({ status }) => status === 503).length).toBeGreaterThan(120)

    for (let turn = 0; turn < 50; turn++) sampleLoad(watch, 0)
    expect(watch.rejectShare).toBe(0)
    expect((await request('/api/list')).status).toBe(200)
  })

  test.for([
    '/api/warehouse/check-delivery?latitude=19.1&longitude=72.8',
    '/api/shipping-charge/get-shipping-charge',
    '/api/tryBuyTerms',
    '/api/tryBuyTerms/standardTerms',
    '/api/orders/payment/1',
    '/api/orders/send-payment-link/1',
  ])(
    'never refuses a call that an order needs, with or without a token: %s [checkout.8]',
    async (url) => {
      const { request, watch } = busyStore()
      Object.assign(watch, { inFlight: 1000, rejectShare: 0.95 })

      const requests = Array.from({ length: 20 }, (_, nth) =>
        request(url, 'GET', nth % 2 ? loggedIn : {}),
      )
      expect((await Promise.all(requests)).every(({ status }) => status === 200)).toBe(true)
      expect((await request(`/api/products/list?like=${url}`)).status).toBe(503)
    },
  )

  test.for(['Bearer x', 'Basic abc', '', `Bearer ${'x'.repeat(44)}`, `Bearer ${'x'.repeat(42)}!`])(
    'does not treat "%s" as a logged-in customer [safe.4]',
    async (authorization) => {
      const { request, watch } = busyStore()
      watch.inFlight = 300

      expect((await request('/api/list', 'GET', { authorization })).status).toBe(503)
    },
  )

  test('treats a request with an unverified token as a visitor’s, except a few personal reads that verify it [safe.4]', async () => {
    const { request, watch, release } = busyStore()
    watch.inFlight = 300
    expect((await request('/api/list', 'GET', forgedToken)).status).toBe(503)

    const reading = Array.from({ length: 30 }, () =>
      request('/api/orders/view', 'GET', forgedToken),
    )
    const late = await Promise.all(reading.slice(20))
    expect(late.map(({ status }) => status)).toEqual(Array(10).fill(503))
    expect((await request('/api/address', 'GET', loggedIn)).status).toBe(200)

    release()
    const first = await Promise.all(reading.slice(0, 20))
    expect(first.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await request('/api/address', 'GET', forgedToken)).status).toBe(200)
  })

  test.for([
    [true, 'max-age=31536000'],
    [false, null],
  ] as const)('sends HSTS with refusals too: %s [safe.5]', async ([isSecure, header]) => {
    const { request, watch } = busyStore({ isSecure })
    watch.inFlight = 300
    const refused = await request('/api/list')

    expect(refused.status).toBe(503)
    expect(refused.headers.get('Strict-Transport-Security')).toBe(header)
  })

  test('refuses a customer’s public reads half as often, and no personal reads yet', async () => {
    const { request, watch } = busyStore()
    watch.rejectShare = 0.9
    const refusedOf = async (url: string) => {
      const responses = Array.from({ length: 400 }, () => request(url, 'GET', loggedIn))
      return (await Promise.all(responses)).filter(({ status }) => status === 503).length
    }
    watch.inFlight = -1000

    const refused = await refusedOf('/api/products/list')
    expect(refused).toBeGreaterThan(100)
    expect(refused).toBeLessThan(260)
    expect(await refusedOf('/api/cart/view/1')).toBe(0)
    expect(watch.rejected).toBe(refused)
  })

  test('refuses nothing if other processes slow the machine down', () => {
    const { watch } = busyStore()
    sampleLoad(Object.assign(watch, { received: 3 }), 500)

    expect(watch.rejectShare).toBe(0)
  })
})

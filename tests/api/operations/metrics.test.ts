import { expect } from 'vitest'

import { createCatalogueIndex } from '#server/commerce/search/index/catalogueIndex.ts'
import { createApp } from '#server/app/api/createApp.ts'
import { metricsRoutes } from '#server/app/operations/operationRoutes.ts'
import { storeHandlers } from '#server/app/api/storeHandlers.ts'
import { vitals } from '#server/database/schema/operations.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

const index = createCatalogueIndex()
const loads = { reads: { rejected: 7 }, pages: { rendering: 3, shells: 5 }, index }

type Watched = {
  /** The store with its metrics protected by a token, or open. */
  watched: (token?: string) => ReturnType<typeof createApp>
}

const test = apiTest.extend<Watched>({
  watched: async ({ db }, use) =>
    use((token) =>
      createApp({
        db,
        handlers: storeHandlers(createTestDeps()),
        routes: [metricsRoutes(db, token, loads)],
      }),
    ),
})

const token = 'a-token-of-the-tests'

test('the metrics count calls, orders and jobs, without personal data [ops.3] [safe.5]', async ({
  db,
  watched,
}) => {
  const app = watched(token)
  const { userId, token: session } = await aUser(db, { firstName: 'Zubeida' })
  await app.request(`/api/cart/view/${userId}`, withToken(session))

  const response = await app.request('/metrics', withToken(token))

  const text = await response.text()
  expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4')
  expect(text).toMatch(
    /pehno_request_seconds_count\{method="GET",route="\/api\/cart\/view\/:userId",status="200"\} \d/,
  )
  expect(text).toContain('# TYPE pehno_orders gauge')
  expect(text).toContain('pehno_complaints_open 0')
  expect(text).toContain('pehno_catalogue_products 0\n')
  expect(text).toContain('pehno_pages_rendering 3\n')
  expect(text).toContain('pehno_pages_not_rendered_total 5\n')
  expect(text).toContain('# TYPE pehno_reads_refused_total counter\npehno_reads_refused_total 7\n')
  expect(text).not.toContain(userId)
  expect(text).not.toContain('Zubeida')
})

test('the metrics require the token [ops.3] [safe.2]', async ({ watched }) => {
  const app = watched(token)

  expect((await app.request('/metrics')).status).toBe(404)
  expect((await app.request('/metrics', withToken('another-token-of-tests'))).status).toBe(404)
})

test('without a token only this machine can read the metrics [ops.3] [safe.2]', async ({
  watched,
}) => {
  const app = watched()
  const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })
  const behindProxy = { headers: { 'X-Forwarded-For': '203.0.113.7' } }

  expect((await app.request('/metrics', {}, from('127.0.0.1'))).status).toBe(200)
  expect((await app.request('/metrics', {}, from('::1'))).status).toBe(200)
  expect((await app.request('/metrics', {}, from('203.0.113.7'))).status).toBe(404)
  expect((await app.request('/metrics', behindProxy, from('127.0.0.1'))).status).toBe(404)
})

test('web vitals are counted without personal data [ops.3]', async ({ db, watched }) => {
  const app = watched(token)
  // Counted since the process started, which runs other tests too.
  const valueOf = async (series: string) => {
    const text = await (await app.request('/metrics', withToken(token))).text()
    const line = text.split('\n').find((one) => one.startsWith(`${series} `))
    return Number(line?.slice(series.length) ?? 0)
  }
  const sum = 'pehno_web_vital_seconds_sum{page="product",vital="LCP"}'
  const count = 'pehno_web_vital_shift_count{page="product",vital="CLS"}'
  const before = { sum: await valueOf(sum), count: await valueOf(count) }
  const metrics = [
    { name: 'LCP', value: 1234 },
    { name: 'CLS', value: 0.02 },
  ]

  const response = await app.request(
    '/api/vitals',
    jsonRequest('POST', { page: 'product', metrics }),
  )

  expect(response.status).toBe(204)
  expect(await db.$count(vitals)).toBe(2)
  expect((await valueOf(sum)) - before.sum).toBeCloseTo(1.234)
  expect((await valueOf(count)) - before.count).toBe(1)
})

test('invalid vitals are refused [safe.3]', async ({ api, db }) => {
  const reports = [
    { page: 'somebody', metrics: [] },
    { page: 'home', metrics: [{ name: 'LCP', value: -1 }] },
    { page: 'home', metrics: [{ name: 'FID', value: 1 }] },
  ]
  for (const report of reports) {
    expect((await api.request('/api/vitals', jsonRequest('POST', report))).status).toBe(400)
  }
  expect(await db.$count(vitals)).toBe(0)
})

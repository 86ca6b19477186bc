import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'

import * as rules from '#contract/rules.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { countRead, createReadLimiter, type ReadCounts } from './readLimits.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

afterEach(() => setClock())

test('each address has its own limit per minute [safe.4]', async () => {
  const now = clock.now()
  setClock(() => now)
  const store = new Hono()
    .use(createReadLimiter(1))
    .get('/list', (c) => c.text('ok'))
    .onError((error, c) => c.text(error.message, error instanceof StoreError ? 429 : 500))
  const ask = async (address: string, method = 'GET') =>
    (await store.request('/list', { method, headers: { 'X-Forwarded-For': address } })).status

  for (let time = 0; time < rules.limits.readsPerMinute; time++) {
    expect(await ask('203.0.113.7')).toBe(200)
  }
  expect(await ask('203.0.113.7')).toBe(429)
  expect(await ask('203.0.113.7', 'HEAD')).toBe(429)
  expect(await ask('203.0.113.8')).toBe(200)

  setClock(() => new Date(now.getTime() + 60_001))
  expect(await ask('203.0.113.7')).toBe(200)
})

/** Counts a request of this address, or one inside the process, and returns whether it is too many. */
async function countOne(counts: ReadCounts, address: string | undefined, max: number) {
  const app = new Hono().get('/', (c) =>
    c.json(countRead(c, { trustedProxies: 1, counts, max }) ?? null),
  )
  return (await app.request('/', address ? { headers: { 'X-Forwarded-For': address } } : {})).json()
}

test('a refused address is told when the clock’s minute ends [safe.4]', async () => {
  setClock(() => new Date('2026-11-20T10:00:20.500Z'))
  const counts: ReadCounts = new Map()

  expect(await countOne(counts, '203.0.113.7', 1)).toBeNull()
  expect(await countOne(counts, '203.0.113.7', 1)).toBe('2026-11-20T10:01:00.000Z')
  setClock(() => new Date('2026-11-20T10:00:59.999Z'))
  expect(await countOne(counts, '203.0.113.7', 1)).toBe('2026-11-20T10:01:00.000Z')
  setClock(() => new Date('2026-11-20T10:01:00Z'))
  expect(await countOne(counts, '203.0.113.7', 1)).toBeNull()
})

test('requests that other processes have counted count as well [safe.4]', async () => {
  setClock(() => new Date('2026-11-20T10:00:00Z'))
  const until = new Date('2026-11-20T10:01:00Z').getTime()
  const counts: ReadCounts = new Map([
    ['203.0.113.7', { here: 1, elsewhere: 3, reported: 0, until }],
  ])

  expect(await countOne(counts, '203.0.113.7', 5)).toBeNull()
  expect(await countOne(counts, '203.0.113.7', 5)).not.toBeNull()
})

test('the store’s own requests have no limit [safe.4] [ops.2]', async () => {
  const counts: ReadCounts = new Map()

  for (let nth = 0; nth < 3; nth++) expect(await countOne(counts, undefined, 1)).toBeNull()
})

test('changes do not count as reads [safe.4]', async () => {
  const counts: ReadCounts = new Map()
  const app = new Hono().use(createReadLimiter(1, counts)).post('/', (c) => c.text('ok'))

  await app.request('/', { method: 'POST', headers: { 'X-Forwarded-For': '203.0.113.7' } })

  expect(counts.size).toBe(0)
})

test('50,000 addresses are remembered, and all are forgotten beyond that [safe.4]', async () => {
  setClock(() => new Date('2026-11-20T10:00:00Z'))
  const until = new Date('2026-11-20T10:01:00Z').getTime()
  const counts: ReadCounts = new Map()
  for (let nth = 0; nth < 50_000; nth++) {
    counts.set(`address-${nth}`, { here: 1, elsewhere: 0, reported: 0, until })
  }

  await countOne(counts, '203.0.113.7', 1)
  expect(counts.size).toBe(50_001)
  await countOne(counts, '203.0.113.8', 1)

  expect([...counts.keys()]).toEqual(['203.0.113.8'])
})

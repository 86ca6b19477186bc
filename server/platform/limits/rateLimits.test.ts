import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'

import * as rules from '#contract/rules.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import {
  countRead,
  createReadLimiter,
  limitConcurrency,
  limitWrites,
  type ReadCounts,
  retryAfterSeconds,
  tooMany,
} from './rateLimits.ts'

const start = new Date('2026-11-20T10:00:00Z').getTime()
const at = (ms: number) => setClock(() => new Date(start + ms))

beforeEach(() => at(0))
afterEach(() => setClock())

/** How many of these writes are accepted one after the other. */
function countAccepted(write: (userId: string) => void, userId: string, tries: number): number {
  let accepted = 0
  for (let nth = 0; nth < tries; nth++) {
    try {
      write(userId)
      accepted += 1
    } catch {
      // Refused, and so not counted.
    }
  }
  return accepted
}

test('a customer can make 300 changes at once, then 60 a minute, and never more than 300 at once [safe.4]', () => {
  const write = limitWrites()

  expect(countAccepted(write, 'asha', 400)).toBe(300)
  expect(countAccepted(write, 'ravi', 400)).toBe(300)
  at(999)
  expect(countAccepted(write, 'asha', 5)).toBe(0)
  at(10_000)
  expect(countAccepted(write, 'asha', 400)).toBe(10)
  at(10 * 60 * 60_000)
  expect(countAccepted(write, 'asha', 400)).toBe(300)
})

test('a refused change says when the next one is possible, and does not delay it [safe.4]', () => {
  const write = limitWrites()
  countAccepted(write, 'asha', 300)
  at(250)

  expect(() => write('asha')).toThrow(
    expect.objectContaining({ code: 'too_many', retryAfterSeconds: 1 }),
  )
  at(1000)
  expect(() => write('asha')).not.toThrow()
})

test('up to 20,000 customers have a counter; beyond that all counters are reset [safe.4]', () => {
  const write = limitWrites()
  countAccepted(write, 'asha', 300)
  for (let nth = 1; nth < 20_000; nth++) write(`customer-${nth}`)
  expect(countAccepted(write, 'asha', 1)).toBe(0)

  write('one-more')

  expect(countAccepted(write, 'asha', 1)).toBe(1)
})

test('the time to wait is rounded up to whole seconds, at least one [safe.4]', () => {
  const until = (ms: number) => retryAfterSeconds(new Date(start + ms))

  expect([until(-5000), until(0), until(1000), until(1001), until(60_000)]).toEqual([
    1, 1, 1, 2, 60,
  ])
  expect(tooMany('Please wait', new Date(start + 1500))).toMatchObject({
    code: 'too_many',
    message: 'Please wait',
    retryAfterSeconds: 2,
  })
})

test('a customer can run two slow tasks at once, and a further one after one has ended [safe.4]', async () => {
  const run = limitConcurrency(2, 'Please wait')
  const finish: (() => void)[] = []
  const slow = () => new Promise<string>((resolve) => finish.push(() => resolve('done')))

  const running = [run('asha', slow), run('asha', slow)]
  await expect(run('asha', slow)).rejects.toMatchObject({
    code: 'too_many',
    message: 'Please wait',
    retryAfterSeconds: 5,
  })
  const ofOther = run('ravi', slow)
  finish[0]?.()
  expect(await running[0]).toBe('done')
  const third = run('asha', slow)
  await expect(run('asha', slow)).rejects.toMatchObject({ code: 'too_many' })

  for (const end of finish) end()
  expect(await Promise.all([...running, third, ofOther])).toEqual(Array(4).fill('done'))
  expect(finish).toHaveLength(4)
})

test('a failed task frees its slot for the next one [safe.4]', async () => {
  const run = limitConcurrency(1, 'Please wait')

  await expect(run('asha', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await run('asha', () => Promise.resolve('done'))).toBe('done')
})

test('each address has its own limit per minute [safe.4]', async () => {
  const now = clock.now()
  setClock(() => now)
  const store = new Hono()
    .use(createReadLimiter(1))
    .get('/list', (c) => c.text('ok'))
    .onError((error, c) => c.text(error.message, error instanceof StoreError ? 429 : 500))
  const countRequest = async (address: string, method = 'GET') =>
    (await store.request('/list', { method, headers: { 'X-Forwarded-For': address } })).status

  for (let time = 0; time < 1200; time++) {
    expect(await countRequest('203.0.113.7')).toBe(200)
  }
  expect(await countRequest('203.0.113.7')).toBe(429)
  expect(await countRequest('203.0.113.7', 'HEAD')).toBe(429)
  expect(await countRequest('203.0.113.8')).toBe(200)

  setClock(() => new Date(now.getTime() + 60_001))
  expect(await countRequest('203.0.113.7')).toBe(200)
})

/** Counts a request of this address, or one inside the process, and returns whether it is too many. */
async function countOne(counts: ReadCounts, address: string | undefined, max: number) {
  const app = new Hono().get('/', (c) =>
    c.json(countRead(c, { trustedProxies: 1, counts, max }) ?? null),
  )
  return (await app.request('/', address ? { headers: { 'X-Forwarded-For': address } } : {})).json()
}

test('a refused address is told to wait until the current minute ends [safe.4]', async () => {
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
  const counts: ReadCounts = new Map([['203.0.113.7', { local: 1, remote: 3, reported: 0, until }]])

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

test('up to 50,000 addresses have a counter; beyond that all counters are reset [safe.4]', async () => {
  setClock(() => new Date('2026-11-20T10:00:00Z'))
  const until = new Date('2026-11-20T10:01:00Z').getTime()
  const counts: ReadCounts = new Map()
  for (let nth = 0; nth < 50_000; nth++) {
    counts.set(`address-${nth}`, { local: 1, remote: 0, reported: 0, until })
  }

  await countOne(counts, '203.0.113.7', 1)
  expect(counts.size).toBe(50_001)
  await countOne(counts, '203.0.113.8', 1)

  expect([...counts.keys()]).toEqual(['203.0.113.8'])
})

test('a clock that is set back by an hour refuses nobody [safe.4]', async () => {
  const write = limitWrites()
  const counts: ReadCounts = new Map()
  const { readsPerMinute } = rules.limits
  const store = new Hono().use(createReadLimiter(1, counts)).get('/list', (c) => c.text('ok'))
  const request = { headers: { 'X-Forwarded-For': '203.0.113.7' } }
  at(60 * 60_000)
  write('asha')
  for (let nth = 0; nth < readsPerMinute; nth++) await store.request('/list', request)

  at(0)

  expect(countAccepted(write, 'asha', 400)).toBe(299)
  expect((await store.request('/list', request)).status).toBe(200)
})

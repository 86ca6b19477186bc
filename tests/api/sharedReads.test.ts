import { Hono } from 'hono'
import { afterEach, expect } from 'vitest'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { rateLimits } from '#server/database/requestTables.ts'
import { shareReads } from '#server/jobs/shareReads.ts'
import { clock, setClock } from '#server/platform/clock.ts'
import { limitReads, type ReadCounts } from '#server/platform/limitReads.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { test } from '#tests/support/apiTest.ts'

afterEach(() => setClock())

const { readsPerMinute } = rules.limits

/** One process of several, on the database of all. */
function aProcess(db: Database) {
  const counts: ReadCounts = new Map()
  const store = new Hono()
    .use(limitReads(1, counts))
    .get('/list', (c) => c.text('ok'))
    .onError((error, c) => c.text('', error instanceof StoreError ? 429 : 500))
  const headersOf = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  return {
    share: () => shareReads(db, counts),
    ask: async (address: string) => (await store.request('/list', headersOf(address))).status,
  }
}

async function askOften(one: ReturnType<typeof aProcess>, address: string, often: number) {
  const statuses = new Set<number>()
  for (let time = 0; time < often; time++) statuses.add(await one.ask(address))
  return [...statuses]
}

test('an address that asks several processes is held up by all of them, for a minute [safe.4]', async ({
  db,
}) => {
  const minute = new Date('2026-11-20T10:00:00Z')
  setClock(() => minute)
  const [first, second] = [aProcess(db), aProcess(db)]
  const most = readsPerMinute / 2
  expect(await askOften(first, '203.0.113.7', most)).toEqual([200])
  expect(await askOften(second, '203.0.113.7', most)).toEqual([200])
  await first.ask('203.0.113.8')

  for (const { share } of [first, second, first]) await share()

  expect([await first.ask('203.0.113.7'), await second.ask('203.0.113.7')]).toEqual([429, 429])
  expect([await first.ask('203.0.113.8'), await second.ask('203.0.113.8')]).toEqual([200, 200])
  expect(await db.select().from(rateLimits)).toMatchObject([{ count: readsPerMinute }])
  const next = clock.later(60_000)
  setClock(() => next)
  for (const { share } of [first, second]) await share()
  expect([await first.ask('203.0.113.7'), await second.ask('203.0.113.7')]).toEqual([200, 200])
})

test('what is told twice is counted once, and names nobody [safe.4] [safe.5]', async ({ db }) => {
  const one = aProcess(db)
  await askOften(one, '203.0.113.7', 100)

  await one.share()
  await one.share()

  const [row] = await db.select().from(rateLimits)
  expect(row?.count).toBe(100)
  expect(row?.bucket).not.toContain('203.0.113.7')
})

import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeEach, expect } from 'vitest'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import {
  createReadLimiter,
  type ReadCounts,
  syncReadLimits,
} from '#server/platform/limits/rateLimits.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { test } from '#tests/support/api/apiTest.ts'

/** A stopped clock, so that no test reaches the next minute. */
beforeEach(() => setClock(() => new Date('2026-11-20T10:00:00Z')))
const { readsPerMinute } = rules.limits

/** Starts one of several processes on one database. */
function startProcess(db: Database) {
  const counts: ReadCounts = new Map()
  const store = new Hono()
    .use(createReadLimiter(1, counts))
    .get('/list', (c) => c.text('ok'))
    .onError((error, c) => c.text('', error instanceof StoreError ? 429 : 500))
  const headersOf = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  return {
    counts,
    share: () => syncReadLimits(db, counts),
    sendRequest: async (address: string) =>
      (await store.request('/list', headersOf(address))).status,
  }
}

async function sendReads(
  storeProcess: ReturnType<typeof startProcess>,
  address: string,
  often: number,
) {
  const statuses = new Set<number>()
  for (let time = 0; time < often; time++) statuses.add(await storeProcess.sendRequest(address))
  return [...statuses]
}

test('an address that exceeds the limit over several processes is refused by all of them for a minute [safe.4]', async ({
  db,
}) => {
  const [first, second] = [startProcess(db), startProcess(db)]
  const max = readsPerMinute / 2
  expect(await sendReads(first, '203.0.113.7', max)).toEqual([200])
  expect(await sendReads(second, '203.0.113.7', max)).toEqual([200])
  await first.sendRequest('203.0.113.8')

  for (const { share } of [first, second, first]) await share()

  expect([await first.sendRequest('203.0.113.7'), await second.sendRequest('203.0.113.7')]).toEqual(
    [429, 429],
  )
  expect([await first.sendRequest('203.0.113.8'), await second.sendRequest('203.0.113.8')]).toEqual(
    [200, 200],
  )
  expect(await db.select().from(rateLimits)).toMatchObject([{ count: readsPerMinute }])
  const next = clock.later(60_000)
  setClock(() => next)
  for (const { share } of [first, second]) await share()
  expect([await first.sendRequest('203.0.113.7'), await second.sendRequest('203.0.113.7')]).toEqual(
    [200, 200],
  )
})

test('counts synced twice count once, without personal data [safe.4] [safe.5]', async ({ db }) => {
  const storeProcess = startProcess(db)
  await sendReads(storeProcess, '203.0.113.7', 100)

  await storeProcess.share()
  await storeProcess.share()

  const [row] = await db.select().from(rateLimits)
  expect(row?.count).toBe(100)
  expect(row?.bucket).not.toContain('203.0.113.7')
})

test('an address is synced from its 25th request on [safe.4]', async ({ db }) => {
  const storeProcess = startProcess(db)
  const sharedAfter = async (readCount: number) => {
    await sendReads(storeProcess, '203.0.113.7', readCount)
    await storeProcess.share()
    return (await db.select().from(rateLimits)).map(({ count }) => count)
  }

  expect([await sharedAfter(24), await sharedAfter(1), await sharedAfter(1)]).toEqual([
    [],
    [25],
    [26],
  ])
})

test('an address that uses one process only has the same limit as before [safe.4]', async ({
  db,
}) => {
  const storeProcess = startProcess(db)
  const half = readsPerMinute / 2
  expect(await sendReads(storeProcess, '203.0.113.7', half)).toEqual([200])
  await storeProcess.share()
  expect(await sendReads(storeProcess, '203.0.113.7', half)).toEqual([200])

  expect(await storeProcess.sendRequest('203.0.113.7')).toBe(429)
})

test('counts of a past minute are not synced [safe.4]', async ({ db }) => {
  const storeProcess = startProcess(db)
  await sendReads(storeProcess, '203.0.113.7', 30)
  setClock(() => new Date('2026-11-20T10:01:00Z'))

  await storeProcess.share()

  expect(await db.$count(rateLimits)).toBe(0)
})

test('at most 500 addresses are synced at once, in the same order by all processes [ops.2]', async ({
  db,
}) => {
  const storeProcess = startProcess(db)
  const until = clock.later(30_000).getTime()
  for (let nth = 0; nth < 501; nth++) {
    storeProcess.counts.set(`203.0.113.${nth}`, { local: 30, remote: 0, reported: 0, until })
  }

  await storeProcess.share()

  const rows = await db
    .select()
    .from(rateLimits)
    .orderBy(sql`ctid`)
  const buckets = rows.map(({ bucket }) => bucket)
  expect(buckets).toHaveLength(500)
  expect(buckets).toEqual(buckets.toSorted())
})

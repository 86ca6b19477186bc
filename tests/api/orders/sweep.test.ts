import { describe, expect } from 'vitest'

import type { Database } from '#server/database/client/connect.ts'
import {
  idempotencyKeys,
  inboxMessages,
  jobs,
  rateLimits,
  vitals,
} from '#server/database/schema/operations.ts'
import { webhookEvents } from '#server/database/schema/payments.ts'
import { reviewPhotos, searchCounts } from '#server/database/schema/catalogue.ts'
import { returnPhotos } from '#server/database/schema/orders.ts'
import { otps, sessions, signupTokens } from '#server/database/schema/users.ts'
import { deleteExpired } from '#server/jobs/maintenance.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { aPhone, aUser } from '#tests/support/shopper/givens.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const startMs = new Date('2026-11-02T08:00:00Z').getTime()

const at = (ms: number) => new Date(startMs + ms)

/** A test at `startMs`; `sweepAt` runs the sweep this much later. */
const test = apiTest.extend<{ sweepAt: (ms: number) => Promise<void> }>({
  sweepAt: async ({ db }, use) => {
    setClock(() => at(0))
    await use(async (ms) => {
      setClock(() => at(ms))
      await deleteExpired(db)
    })
  },
})
type StoredRow = {
  add: (db: Database) => Promise<unknown>
  count: (db: Database) => Promise<number>
}

/**
 * What the store stores for a limited time, and for how long. The times are literals, so that a
 * changed rule fails a test.
 */
const lifetimes: [string, number, StoredRow][] = [
  [
    'a rate limit, until its window ends',
    hour,
    {
      add: (db) => db.insert(rateLimits).values({ bucket: 'b', count: 1, resetsAt: at(hour) }),
      count: (db) => db.$count(rateLimits),
    },
  ],
  [
    'the response to an Idempotency-Key, until the key expires',
    day,
    {
      add: async (db) => {
        const { userId } = await aUser(db)
        const row = { userId, key: 'k', call: 'POST /a', bodyHash: 'h', expiresAt: at(day) }
        await db.insert(idempotencyKeys).values(row)
      },
      count: (db) => db.$count(idempotencyKeys),
    },
  ],
  [
    'a signup token, a day beyond its time',
    day + 10 * minute,
    {
      add: (db) =>
        db
          .insert(signupTokens)
          .values({ tokenHash: 't', contactNumber: aPhone(), expiresAt: at(10 * minute) }),
      count: (db) => db.$count(signupTokens),
    },
  ],
  [
    'a message of the demo inbox, for a day',
    day,
    {
      add: (db) => db.insert(inboxMessages).values({ to: aPhone(), text: 'Hi', at: at(0) }),
      count: (db) => db.$count(inboxMessages),
    },
  ],
  [
    'a photo that no return has claimed, for a day',
    day,
    {
      add: async (db) => {
        const { userId } = await aUser(db)
        await db.insert(returnPhotos).values({ userId, picture: Buffer.of(1), createdAt: at(0) })
      },
      count: (db) => db.$count(returnPhotos),
    },
  ],
  [
    'a photo without a review, for a day',
    day,
    {
      add: async (db) => {
        const { userId } = await aUser(db)
        await db.insert(reviewPhotos).values({ userId, picture: Buffer.of(1), createdAt: at(0) })
      },
      count: (db) => db.$count(reviewPhotos),
    },
  ],
  [
    'how often something was searched for, for the two weeks after its day in India',
    // From 1:30 pm to midnight, and 14 days.
    14 * day + 10.5 * hour - 1,
    {
      add: (db) => db.insert(searchCounts).values({ day: '2026-11-02', words: 'a', shoppers: 5 }),
      count: (db) => db.$count(searchCounts),
    },
  ],
  [
    'a job that is done, for a week',
    7 * day,
    {
      add: (db) => db.insert(jobs).values({ kind: 'push', doneAt: at(0) }),
      count: (db) => db.$count(jobs),
    },
  ],
  [
    'an event of the payment provider, for 30 days',
    30 * day,
    {
      add: (db) =>
        db.insert(webhookEvents).values({
          id: 'evt_1',
          provider: 'sandbox',
          name: 'order.paid',
          body: {},
          receivedAt: at(0),
        }),
      count: (db) => db.$count(webhookEvents),
    },
  ],
  [
    'a measurement of a page, for 30 days',
    30 * day,
    {
      add: (db) => db.insert(vitals).values({ page: 'home', metric: 'LCP', value: 900, at: at(0) }),
      count: (db) => db.$count(vitals),
    },
  ],
  [
    'a code, a day beyond its time',
    day + 5 * minute,
    { add: (db) => addCode(db, {}), count: (db) => db.$count(otps) },
  ],
  [
    'a code that is locked, as long as the lock lasts',
    3 * day,
    { add: (db) => addCode(db, { lockedUntil: at(3 * day) }), count: (db) => db.$count(otps) },
  ],
  [
    'a code whose lock is over, a day beyond its time',
    day + 5 * minute,
    { add: (db) => addCode(db, { lockedUntil: at(hour) }), count: (db) => db.$count(otps) },
  ],
  [
    'a session that is not used, for 14 days',
    14 * day,
    {
      add: (db) => aUser(db),
      count: (db) => db.$count(sessions),
    },
  ],
]

describe('the hourly sweep keeps', () => {
  test.for(lifetimes)('%s [law.1]', async ([, lifetimeMs, { add, count }], { db, sweepAt }) => {
    await add(db)
    const before = await count(db)

    await sweepAt(lifetimeMs)
    expect(await count(db)).toBe(before)
    await sweepAt(lifetimeMs + 1)
    expect(await count(db)).toBe(0)
  })

  test('a session that is used daily, for 30 days [login.7]', async ({ api, db, sweepAt }) => {
    const { token } = await aUser(db)
    for (let n = 1; n < 30; n++) {
      setClock(() => at(n * day))
      await api.request('/api/address', withToken(token))
    }

    await sweepAt(30 * day)
    expect(await db.$count(sessions)).toBe(1)
    await sweepAt(30 * day + 1)
    expect(await db.$count(sessions)).toBe(0)
  })

  test('a job that is still queued [ops.2]', async ({ db, sweepAt }) => {
    await db.insert(jobs).values({ kind: 'push' })

    await sweepAt(365 * day)

    expect(await db.$count(jobs)).toBe(1)
  })
})

test('a number stays locked after a sweep, and a new OTP is sent once the lock is over [safe.4]', async ({
  api,
  db,
  sweepAt,
}) => {
  const contactNumber = aPhone()
  await addCode(db, { contactNumber, lockedUntil: at(3 * day) })
  const login = async () =>
    (await api.request('/api/user/login', jsonRequest('POST', { contactNumber }))).status

  await sweepAt(3 * day - second)
  expect(await login()).toBe(429)
  await sweepAt(3 * day + second)
  expect(await login()).toBe(200)
})

async function addCode(db: Database, changes: Partial<typeof otps.$inferInsert>) {
  const expiresAt = at(5 * minute)
  const code = { contactNumber: aPhone(), codeHash: 'h', resendAt: at(30 * second), expiresAt }
  await db.insert(otps).values({ ...code, ...changes })
}

import { expect } from 'vitest'

import { jobs } from '#server/database/jobTables.ts'
import { webhookEvents } from '#server/database/paymentTables.ts'
import { idempotencyKeys, rateLimits } from '#server/database/requestTables.ts'
import { otps, sessions } from '#server/database/sessionTables.ts'
import { vitals } from '#server/database/vitalsTables.ts'
import { sweepExpired } from '#server/jobs/sweepExpired.ts'
import { clock, setClock } from '#server/platform/clock.ts'
import { test } from '#tests/support/apiTest.ts'
import { aPhone, aUser } from '#tests/support/givens.ts'
import { as, sending } from '#tests/support/requests.ts'

test('what has run out is swept away, and nothing else', async ({ api, db, onTestFinished }) => {
  onTestFinished(() => setClock())
  const { token } = await aUser(db)
  await api.request('/api/user/login', sending('POST', { contactNumber: aPhone() }))
  const { headers, ...profile } = as(token, 'PUT', { firstName: 'Anu', lastName: '', email: '' })
  const keyed = { ...headers, 'Idempotency-Key': 'a-key-of-today' }
  await api.request('/api/user/profile', { ...profile, headers: keyed })
  await db.insert(rateLimits).values({ bucket: 'b', count: 1, resetsAt: clock.later(1000) })
  await db.insert(jobs).values({ kind: 'push', doneAt: clock.now() })
  await db.insert(vitals).values({ page: 'home', metric: 'LCP', value: 900 })
  await db
    .insert(webhookEvents)
    .values({ id: 'evt_1', provider: 'sandbox', name: 'order.paid', body: {} })
  const counts = async () => [
    await db.$count(otps),
    await db.$count(sessions),
    await db.$count(rateLimits),
    await db.$count(idempotencyKeys),
    await db.$count(jobs),
    await db.$count(vitals),
    await db.$count(webhookEvents),
  ]

  await sweepExpired(db)
  const before = await counts()
  const muchLater = clock.later(31 * 24 * 60 * 60 * 1000)
  setClock(() => muchLater)
  await sweepExpired(db)

  expect(before).toEqual([1, 1, 1, 1, 1, 1, 1])
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0])
})

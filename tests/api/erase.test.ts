import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders, returnPhotos } from '#server/database/schema/orders.ts'
import { reviews } from '#server/database/schema/catalogue.ts'
import { complaints } from '#server/database/schema/support.ts'
import { users } from '#server/database/schema/users.ts'
import { otpOf } from '#tests/support/api/loginTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { person, test } from '#tests/support/shopper/storyTest.ts'

/** Every row of every table, as text. */
async function dumpOf(db: Database): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE'`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute(sql`select t::text as row from ${sql.identifier(name)} t`)
    parts.push(JSON.stringify(rows))
  }
  return parts.join('\n')
}

test('a deleted account leaves nothing of the person anywhere [law.1]', async ({
  db,
  phone,
  arrive,
  erase,
}) => {
  await arrive()
  const traces = [phone, ...Object.values(person), '12 Scheme 78', 'My parcel was open']
  const before = await dumpOf(db)
  for (const trace of traces) expect(before).toContain(trace)

  const answer = await erase()

  expect(await answer.json()).toMatchObject({ success: true })
  const after = await dumpOf(db)
  for (const trace of traces) expect(after).not.toContain(trace)
})

test('what the law wants kept stays without the person [law.1]', async ({ db, arrive, erase }) => {
  await arrive()

  await erase()

  expect(await db.select().from(orders)).toMatchObject([
    { totalPaise: 999_00, address: { street: '', city: 'Indore', state: 'Madhya Pradesh' } },
  ])
  expect(await db.$count(orderLines)).toBe(1)
  expect(await db.$count(returnPhotos)).toBe(0)
  expect(await db.select().from(reviews)).toMatchObject([{ firstName: 'A shopper', words: '' }])
  expect(await db.select().from(complaints)).toMatchObject([{ ticket: 'C-1', name: '' }])
})

test('all sign-ins end, and the number is new again [law.1]', async ({
  api,
  db,
  me,
  arrive,
  erase,
  phone,
}) => {
  await arrive()

  await erase()

  expect((await api.request('/api/address', withToken(me.token))).status).toBe(401)
  expect(await db.$count(users, sql`contact_number = ${phone}`)).toBe(0)
})

test('a wrong code deletes nothing [law.1] [safe.4]', async ({ api, me, arrive, erase }) => {
  await arrive()

  const answer = await erase('000000')

  expect(answer.status).toBe(400)
  expect((await api.request('/api/address', withToken(me.token))).status).toBe(200)
})

test('each guess at the code counts, also under a key of its own [law.1] [safe.4]', async ({
  api,
  me,
  outside,
  arrive,
  erase,
}) => {
  await arrive()
  await erase('000000')
  const guess = async (otp: string) => {
    const request = withToken(me.token, 'DELETE', { otp })
    const headers = { ...request.headers, 'Idempotency-Key': randomUUID() }
    return (await api.request('/api/user', { ...request, headers })).status
  }
  for (let more = 1; more < rules.otp.tries; more++) expect(await guess('000000')).toBe(400)

  expect(await guess(otpOf(outside))).toBe(429)
  expect((await api.request('/api/address', withToken(me.token))).status).toBe(200)
})

test('what is on its way needs its address [law.1]', async ({ api, me, erase }) => {
  const answer = await erase()

  expect(answer.status).toBe(409)
  expect((await api.request('/api/address', withToken(me.token))).status).toBe(200)
})

test.for([
  'Accepted',
  'Shipped',
  'On the way',
  'Arrived',
  'Size Trialing',
  'Return Requested',
  'Return Accepted',
  'Exchange Requested',
  'Exchange Accepted',
] as const)('an account with an order that is %s stays [law.1]', async (status, { db, erase }) => {
  await db.update(orders).set({ status })
  await db.update(orderLines).set({ status: status === 'Arrived' ? 'On the way' : status })

  expect((await erase()).status).toBe(409)
})

test.for([
  'Delivered',
  'Returned',
  'Exchanged',
  'Cancelled',
  'Return Cancelled',
  'Exchange Cancelled',
] as const)(
  'an account whose order is %s can be deleted [law.1]',
  async (status, { db, erase }) => {
    await db.update(orders).set({ status })
    await db.update(orderLines).set({ status })

    expect((await erase()).status).toBe(200)
  },
)

test('an account with an order that waits for its payment stays [law.1]', async ({
  db,
  arrive,
  erase,
}) => {
  await arrive()
  await db.update(orders).set({ state: 'awaiting_payment', holdUntil: new Date(Date.now() + 1000) })

  expect((await erase()).status).toBe(409)
})

test('a user gets everything the store holds about them, and no keys [law.1]', async ({
  api,
  me,
  phone,
  orderId,
}) => {
  const answer = await api.request('/api/user/export', withToken(me.token))

  const { result } = await answer.json()
  expect(result).toMatchObject({
    user: { contactNumber: phone, email: person.email },
    addresses: [{ street: '12 Scheme 78' }],
    consents: [{ subject: 'terms' }],
    cartLines: [{ size: 'M' }],
    wishlist: [{ userId: me.userId }],
    orders: [{ id: orderId, receiverName: person.receiver }],
    orderLines: [{ orderId }],
    invoices: [{ orderId }],
    reviews: [{ words: 'Lovely' }],
    productAlerts: [{ kind: 'price' }],
    returnPhotos: [{ userId: me.userId }],
    pushSubscriptions: [{ topics: ['orders'] }],
    complaints: [{ ticket: 'C-1' }],
  })
  for (const secret of ['tokenHash', 'p256dh', '"auth"'])
    expect(JSON.stringify(result)).not.toContain(secret)
})

import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'

import { orderLines, orders } from '#server/database/schema/orders.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPerson, aRider } from '#tests/support/api/tests/staffTest.ts'
import { dumpOf } from '#tests/support/database/dumpOf.ts'
import { test } from '#tests/support/shopper/storyTest.ts'

/** What the history has of a corrected address. */
const corrected = { address: undefined, receiver: undefined, receiverPhone: undefined }

test('what the staff wrote about an order goes with the account, and the rest of the history stays [law.1] [staff.4]', async ({
  api,
  db,
  orderId,
  arrive,
  erase,
}) => {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const number = order?.orderNumber ?? ''
  const path = `/api/staff/orders/${number}`
  const { token } = await aPerson(db, 'owner')
  const send = async (call: string, body: object, spelling = number) => {
    const request = withToken(token, 'POST', body)
    const headers = { ...request.headers, 'Idempotency-Key': `key-of-${call}` }
    const url = `/api/staff/orders/${encodeURIComponent(spelling)}/${call}`
    const response = await api.request(url, { ...request, headers })
    expect(response.status).toBe(200)
  }
  const { agentId } = await aRider(db)
  await send('notes', { text: 'Zubeida asked for the evening' })
  await send('address', {
    ...{ from: 'new', corrections: 0 },
    address: { label: 'home', street: '7 Zubeida Chowk', city: 'Indore', postalCode: '452002' },
    receiver: { name: 'Quirinus Rao', contactNumber: '9826012345' },
  })
  // People write the number of an order in many ways.
  const evening = { text: 'Zubeida called again' }
  await send('notes', evening, ` ${number.toLowerCase()} `)
  await send('notes', evening, number.replace('-', '–'))
  await send('notes', evening, number.replace('-', ' - '))
  await send('move', { move: 'markReady', from: 'new' })
  await db.update(orders).set({ status: 'On the way', agentId }).where(eq(orders.id, orderId))
  await db.update(orderLines).set({ status: 'On the way' })
  const failed = { move: 'noteAttempt', from: 'onTheWay', reason: 'Zubeida was out' }
  await api.request(`${path}/move`, withToken(token, 'POST', failed))
  await db.update(orders).set({ status: 'Accepted', failedAt: null })
  await db.update(orderLines).set({ status: 'Accepted' })
  await arrive()
  expect(await dumpOf(db)).toContain('Zubeida was out')
  const before = await db.select().from(staffHistory).orderBy(staffHistory.id)

  expect((await erase()).status).toBe(200)

  const after = await dumpOf(db)
  for (const trace of ['Zubeida', 'Quirinus', '12 Scheme 78', '9826012345'])
    expect(after).not.toContain(trace)
  expect(await db.select().from(staffHistory).orderBy(staffHistory.id)).toEqual(
    before.map((entry) => ({
      ...entry,
      before: { ...entry.before, ...corrected },
      after: { ...entry.after, ...corrected, reason: undefined },
    })),
  )
  await expect(
    db.transaction((tx) => tx.execute(sql`update staff_history set after = '{}'`)),
  ).rejects.toMatchObject({ cause: { message: 'The history of the staff cannot be changed' } })
})

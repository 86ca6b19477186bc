import { afterEach, beforeEach, expect } from 'vitest'

import type { RiderPosition } from '#contract/orders/order.ts'
import { riderPositions } from '#server/database/schema/deliveries.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { deleteExpired } from '#server/jobs/maintenance.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aRider, staffCalls, test as staffTest } from '#tests/support/api/tests/staffTest.ts'

type PositionFixture = {
  rider: Awaited<ReturnType<typeof aRider>>
  /** The rider's phone says where it is. Returns for how many orders it counts. */
  report: (latitude: number, longitude: number) => Promise<number>
  /** Makes a move as the rider. */
  move: (body: object) => Promise<number>
  /** What the customer, or somebody else, reads. */
  shown: (token?: string) => Promise<{ status: number; position: RiderPosition | null }>
}

const test = staffTest.extend<PositionFixture>({
  rider: async ({ db, number, owner }, use) => {
    const rider = await aRider(db, { name: 'Ravi Rao' })
    const path = `/orders/${number}/move`
    await owner('POST', path, { move: 'markReady', from: 'new' })
    await owner('POST', path, { move: 'handOver', from: 'ready', riderId: rider.agentId })
    await use(rider)
  },
  report: async ({ api, rider }, use) =>
    use(async (latitude, longitude) => {
      const send = staffCalls(api, rider.token)<{ orders: number }>
      return (await send('PUT', '/position', { latitude, longitude })).body.result.orders
    }),
  move: async ({ api, number, rider }, use) =>
    use(
      async (body) =>
        (await staffCalls(api, rider.token)('POST', `/orders/${number}/move`, body)).status,
    ),
  shown: async ({ api, me, orderId }, use) =>
    use(async (token = me.token) => {
      const response = await api.request(`/api/orders/${orderId}/rider`, withToken(token))
      const { result } = (await response.json()) as { result: RiderPosition | null }
      return { status: response.status, position: result }
    }),
})

const minute = (minutes: number) => () =>
  new Date(new Date('2026-11-27T12:00:00+05:30').getTime() + minutes * 60_000)
beforeEach(() => setClock(minute(0)))
afterEach(() => setClock())

test('the customer reads where the rider is while the order is on the way, and only then [rider.8]', async ({
  db,
  report,
  move,
  shown,
}) => {
  const kept = () => db.select().from(riderPositions)
  // Not yet on the way: nothing is kept.
  expect(await report(22.75, 75.89)).toBe(0)
  expect(await kept()).toEqual([])
  expect((await shown()).position).toBeNull()

  await move({ move: 'startDelivery', from: 'withRider' })
  expect(await report(22.75, 75.89)).toBe(1)
  setClock(minute(1))
  expect(await report(22.74, 75.88)).toBe(1)

  expect(await kept()).toHaveLength(1)
  const { position } = await shown()
  expect(position).toMatchObject({
    ...{ latitude: 22.74, longitude: 75.88, at: minute(1)().toISOString() },
    ...{ distanceKm: expect.any(Number), minutes: expect.any(Number) },
  })
  setClock(minute(7))
  expect((await shown()).position).toBeNull()
  setClock(minute(1))

  await move({ move: 'noteAttempt', from: 'onTheWay', reason: 'Nobody opened' })
  expect(await kept()).toEqual([])
  expect((await shown()).position).toBeNull()
  expect(await report(22.74, 75.88)).toBe(0)

  await move({ move: 'deliverAgain', from: 'failed' })
  await move({ move: 'startDelivery', from: 'withRider' })
  await report(22.73, 75.87)
  expect(await move({ move: 'deliver', from: 'onTheWay', collectedPaise: 999_00 })).toBe(200)
  expect(await kept()).toEqual([])
  expect((await shown()).position).toBeNull()
})

test('nobody else reads a position, and another rider’s says nothing about the order [rider.8] [safe.2]', async ({
  api,
  db,
  number,
  owner,
  report,
  move,
  shown,
}) => {
  await move({ move: 'startDelivery', from: 'withRider' })
  await report(22.751234, 75.895678)
  const other = await aRider(db, { name: 'Anil Verma' })
  const sent = await staffCalls(api, other.token)<{ orders: number }>('PUT', '/position', {
    ...{ latitude: 10, longitude: 10 },
  })
  expect(sent.body.result.orders).toBe(0)
  expect((await shown()).position?.latitude).toBe(22.751234)

  expect((await shown((await aUser(db)).token)).status).toBe(404)
  const { agentId } = await aRider(db, { name: 'Zubin Shah' })
  const seen = [await owner('GET', `/orders/${number}`), await owner('GET', '/history')]
  for (const { body } of seen) expect(JSON.stringify(body)).not.toContain('22.751234')
  const history = await db.select().from(staffHistory)
  expect(JSON.stringify(history)).not.toContain('22.75')

  const reassign = { move: 'reassign', from: 'onTheWay', riderId: agentId }
  expect((await owner('POST', `/orders/${number}/move`, reassign)).status).toBe(200)
  expect((await shown()).position).toBeNull()
})

test('a place that is none is refused, and an order that stands still for an hour shows nothing [rider.8]', async ({
  api,
  db,
  rider,
  report,
  move,
}) => {
  await move({ move: 'startDelivery', from: 'withRider' })
  const send = staffCalls(api, rider.token)
  expect((await send('PUT', '/position', { latitude: 91, longitude: 0 })).status).toBe(400)
  expect((await send('PUT', '/position', { latitude: '22', longitude: 75 })).status).toBe(400)
  await report(22.75, 75.89)
  setClock(minute(61))

  await deleteExpired(db)

  expect(await db.select().from(riderPositions)).toEqual([])
})

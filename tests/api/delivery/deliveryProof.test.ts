import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { StaffOrder } from '#contract/staff/board.ts'
import type { DeliveryProof } from '#contract/staff/deliverySettings.ts'
import type { RiderShift } from '#contract/staff/riders.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { orders } from '#server/database/schema/orders.ts'
import { saveDeliverySettings } from '#server/commerce/delivery/deliverySettings.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { aJpeg } from '#tests/support/api/sendReturnPhoto.ts'
import {
  type Answer,
  aPerson,
  aRider,
  staffCalls,
  test as staffTest,
} from '#tests/support/api/tests/staffTest.ts'

type Rider = Awaited<ReturnType<typeof aRider>>
type ProofFixture = {
  rider: Rider
  /** Sets the proof and hands the order over; the rider is then on the way. */
  onTheWay: (proof: DeliveryProof) => Promise<void>
  deliver: (proof?: object) => Promise<Answer<StaffOrder>>
  /** The code as the customer of the order reads it. */
  code: () => Promise<unknown>
}

const test = staffTest.extend<ProofFixture>({
  rider: async ({ db }, use) => use(await aRider(db, { name: 'Ravi Rao' })),
  onTheWay: async ({ api, db, number, owner, rider }, use) =>
    use(async (proof) => {
      await saveDeliverySettings(db, { proof })
      const path = `/orders/${number}/move`
      await owner('POST', path, { move: 'markReady', from: 'new' })
      await owner('POST', path, { move: 'handOver', from: 'ready', riderId: rider.agentId })
      const start = { move: 'startDelivery', from: 'withRider' }
      expect((await staffCalls(api, rider.token)('POST', path, start)).status).toBe(200)
    }),
  deliver: async ({ api, number, rider }, use) =>
    use((proof = {}) =>
      staffCalls(api, rider.token)('POST', `/orders/${number}/move`, {
        ...{ move: 'deliver', from: 'onTheWay', collectedPaise: 999_00, ...proof },
      }),
    ),
  code: async ({ read }, use) => use(async () => (await read()).response.result.deliveryCode),
})

beforeEach(() => setClock(() => new Date('2026-11-27T12:00:00+05:30')))
afterEach(() => setClock())

describe('the code of a delivery', () => {
  test('is read by the customer alone, once the rider is on the way, and is needed to deliver [rider.2] [safe.2]', async ({
    api,
    db,
    number,
    owner,
    rider,
    onTheWay,
    deliver,
    code,
    orderId,
  }) => {
    expect(await code()).toBeUndefined()
    await onTheWay('code')
    const told = await code()
    expect(told).toMatch(/^\d{4}$/)

    const asRider = staffCalls(api, rider.token)
    const seen = [
      await asRider('GET', '/deliveries'),
      await owner('GET', `/orders/${number}`),
      await owner('GET', '/orders'),
      await owner('GET', '/history'),
    ]
    for (const { body } of seen) expect(JSON.stringify(body)).not.toContain(`"${String(told)}"`)
    const queued = await db.select().from(jobs)
    for (const { payload } of queued) expect(JSON.stringify(payload)).not.toContain(String(told))
    const shift = (await asRider<RiderShift>('GET', '/deliveries')).body.result
    expect(shift.deliveries[0]?.proof).toBe('code')

    expect(await deliver()).toMatchObject({
      status: 400,
      body: { fields: { code: 'Ask the customer for their delivery code' } },
    })
    const wrong = told === '0000' ? '0001' : '0000'
    expect(await deliver({ code: wrong })).toMatchObject({
      status: 400,
      body: { fields: { code: 'This isn’t the code of the order' } },
    })
    expect((await deliver({ code: told })).status).toBe(200)

    expect(await code()).toBeUndefined()
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    expect(order).toMatchObject({ status: 'Delivered', deliveryCode: null, deliveryCodeTries: 1 })
  })

  test('cannot be guessed: after five wrong ones the right one is refused too, and a manager delivers [rider.2]', async ({
    number,
    owner,
    onTheWay,
    deliver,
    code,
  }) => {
    await onTheWay('code')
    const told = Number(await code())
    for (const step of [1, 2, 3, 4, 5]) {
      const wrong = String((told + step) % 10_000).padStart(4, '0')
      expect((await deliver({ code: wrong })).status).not.toBe(200)
    }

    expect(await deliver({ code: await code() })).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('The code was wrong too often.') },
    })
    const deliverBy = { move: 'deliver', from: 'onTheWay' }
    expect((await owner('POST', `/orders/${number}/move`, deliverBy)).status).toBe(200)
  })

  test('stays the same after an attempt, and is gone when the order comes back [rider.2]', async ({
    api,
    db,
    number,
    rider,
    onTheWay,
    deliver,
    code,
  }) => {
    await onTheWay('code')
    const told = await code()
    const asRider = staffCalls(api, rider.token)
    const path = `/orders/${number}/move`
    await asRider('POST', path, { move: 'noteAttempt', from: 'onTheWay', reason: 'Nobody opened' })
    expect(await code()).toBeUndefined()
    await asRider('POST', path, { move: 'deliverAgain', from: 'failed' })
    await asRider('POST', path, { move: 'startDelivery', from: 'withRider' })

    expect(await code()).toBe(told)
    await asRider('POST', path, { move: 'refuse', from: 'onTheWay', reason: 'No cash' })
    const [order] = await db.select().from(orders).where(eq(orders.orderNumber, number))
    expect(order?.deliveryCode).toBeNull()
    expect((await deliver({ code: told })).status).toBe(409)
  })
})

test('a photo is needed where the owner wants one; the order page shows it, the rider’s answer does not [rider.2]', async ({
  api,
  db,
  number,
  owner,
  rider,
  onTheWay,
  deliver,
}) => {
  await onTheWay('photo')
  expect(await deliver()).toMatchObject({
    status: 400,
    body: { fields: { photoId: 'Take a photo of the delivery' } },
  })
  const send = async ({ token }: Rider) => {
    const response = await api.request(`/api/staff/orders/${number}/photos`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/jpeg' },
      body: new Uint8Array(await aJpeg(60)),
    })
    return ((await response.json()) as { result?: { id: string } }).result?.id ?? ''
  }
  expect(await send(await aRider(db, { name: 'Anil Verma' }))).toBe('')
  expect((await deliver({ photoId: 'made-up' })).status).toBe(400)
  const photoId = await send(rider)

  const delivered = await deliver({ photoId })

  expect(delivered).toMatchObject({ status: 200, body: { result: { proof: { photos: [] } } } })
  expect((await owner<StaffOrder>('GET', `/orders/${number}`)).body.result.proof).toEqual({
    kind: 'photo',
    photos: [`/photos/door/${photoId}.webp`],
  })
})

test('the proof is the owner’s to set, holds for orders handed over from then on, and is in the history [rider.2] [staff.4]', async ({
  api,
  db,
  owner,
  onTheWay,
  deliver,
}) => {
  await onTheWay('none')
  const manager = staffCalls(api, (await aPerson(db, 'manager')).token)
  expect((await manager('PUT', '/delivery-settings', { proof: 'photo' })).status).toBe(403)

  expect(await owner('PUT', '/delivery-settings', { proof: 'photo' })).toMatchObject({
    status: 200,
    body: { result: { proof: 'photo' } },
  })

  expect((await manager('GET', '/delivery-settings')).body.result).toEqual({ proof: 'photo' })
  expect((await deliver()).status).toBe(200)
  const { body } = await owner<{ data: object[] }>('GET', '/history?subject=store')
  expect(body.result.data).toMatchObject([
    {
      action: 'changed the proof of delivery',
      before: { proof: 'none' },
      after: { proof: 'photo' },
    },
  ])
})

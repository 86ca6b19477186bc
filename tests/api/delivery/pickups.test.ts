import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { ReturnRow } from '#contract/staff/pickups.ts'
import { doorPhotos, pickups } from '#server/database/schema/deliveries.ts'
import type { Database } from '#server/database/client/connect.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { sessions } from '#server/database/schema/users.ts'
import { orderLines } from '#server/database/schema/orders.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { refunds } from '#server/database/schema/payments.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { advanceNextReturn } from '#server/demo/courier.ts'
import { doorPhotoRoutes } from '#server/features/orders/staff/delivery/doorPhotos.ts'
import { deleteExpired } from '#server/jobs/maintenance.ts'
import { pushJob } from '#server/platform/push/pushQueue.ts'
import { clock, dayMs, setClock } from '#server/platform/runtime/clock.ts'
import { test } from '#tests/support/api/tests/pickupTest.ts'
import { aPerson, aRider } from '#tests/support/api/tests/staffTest.ts'
import { dumpOf } from '#tests/support/database/dumpOf.ts'

beforeEach(() => setClock(() => new Date('2026-11-27T12:00:00+05:30')))
afterEach(() => setClock())

/** Turns on the customer's notifications about orders. */
async function subscribe(db: Database, userId: string): Promise<void> {
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId))
  await db.insert(pushSubscriptions).values({
    ...{ userId, sessionId: session?.id ?? '', endpoint: `https://push.example/${userId}` },
    ...{ p256dh: 'x', auth: 'x', topics: ['orders'] },
  })
}

/** A photo of the order that another rider took before the pick-up was given away. Returns its id. */
async function otherPhoto(db: Database, orderId: string): Promise<string> {
  const { id: staffId } = await aRider(db, { name: 'Zubin Shah' })
  const [row] = await db
    .insert(doorPhotos)
    .values({ orderId, staffId, picture: Buffer.from('Door') })
    .returning()
  return row?.id ?? ''
}

/** The pushes that wait to be sent, as text. */
const pushesOf = async (db: Database): Promise<string> =>
  JSON.stringify(await db.select().from(jobs).where(eq(jobs.kind, pushJob)))

const taken = { item: 1, from: 'Return Requested', outcome: 'taken', finding: 'fine' } as const
const checkOf = (...items: object[]) => ({ move: 'check', items })

describe('a pick-up', () => {
  test('is in the list of its rider with address and reason until it is checked; the warehouse receives, restocks and refunds [rider.5]', async ({
    db,
    rider,
    manager,
    number,
    ask,
    assign,
    call,
    check,
    shiftOf,
    returned,
    order,
    readStock,
  }) => {
    await ask()
    expect((await shiftOf(rider)).pickups).toEqual([])

    expect((await assign()).body.result.returns[0]?.rider?.name).toBe('Ravi Rao')

    const [pickup] = (await shiftOf(rider)).pickups
    expect(pickup).toMatchObject({
      ...{ number, attempts: 0, failedReason: null },
      receiver: { name: 'Asha Rao', contactNumber: expect.stringMatching(/^\d{10}$/) },
      address: { text: expect.stringContaining('Indore'), latitude: expect.any(Number) },
      items: [{ item: 1, kind: 'return', reason: 'Quality issue', size: 'M', newSize: null }],
    })
    const before = await readStock()

    expect(await check(checkOf(taken))).toMatchObject({ status: 200, body: { result: null } })

    const shift = await shiftOf(rider)
    expect(shift.pickups).toEqual([])
    expect(shift.taken).toMatchObject([{ number, item: 1, size: 'M', quantity: 1 }])
    expect(JSON.stringify(shift)).not.toContain(pickup?.address.text)
    expect(await order()).toMatchObject({ orderStatus: 'Return Accepted' })
    expect(await returned()).toMatchObject({
      check: { outcome: 'taken', finding: 'fine', photos: [], by: 'Ravi Rao' },
    })
    expect(await readStock()).toEqual(before)
    expect(await db.select().from(refunds)).toEqual([])

    const receive = { item: 1, move: 'receive', from: 'Return Accepted' }
    expect((await call(manager, `POST /orders/${number}/returns`, receive)).status).toBe(200)

    expect(await order()).toMatchObject({ orderStatus: 'Returned', refund: { amount: 999_00 } })
    expect((await readStock()).M).toBe(before.M! + 1)
    expect((await shiftOf(rider)).taken).toEqual([])
    expect((await call(manager, `POST /orders/${number}/returns`, receive)).status).toBe(409)
    const history = await db.select().from(staffHistory).orderBy(staffHistory.id)
    expect(history.map(({ action }) => action)).toEqual([
      ...['gave the pick-up to a rider', 'checked the pick-up', 'received an item back'],
    ])
  })

  test('that is worn needs a photo, and is left with the customer, who reads why [rider.5]', async ({
    db,
    delivered,
    rider,
    ask,
    assign,
    check,
    order,
    photo,
    returned,
    shiftOf,
  }) => {
    await ask()
    await assign()
    const worn = { ...taken, outcome: 'refused', finding: 'worn', note: 'Stain on the sleeve' }
    expect(await check(checkOf(worn))).toMatchObject({
      status: 400,
      body: { fields: { photoIds: 'Take a photo of what you found' } },
    })
    expect(await photo(await aRider(db, { name: 'Anil Verma' }))).toBe('')
    const others = await otherPhoto(db, delivered.orderId)
    expect((await check(checkOf({ ...worn, photoIds: [others] }))).status).toBe(400)
    const id = await photo()

    expect((await check(checkOf({ ...worn, photoIds: [id] }))).status).toBe(200)

    expect(await order()).toMatchObject({
      orderStatus: 'Return Cancelled',
      products: [{ refusalReason: 'The item has been worn: Stain on the sleeve.' }],
    })
    expect(await returned()).toMatchObject({
      check: { outcome: 'refused', finding: 'worn', photos: [`/photos/door/${id}.webp`] },
    })
    expect(await db.select().from(refunds)).toEqual([])
    expect(await shiftOf(rider)).toMatchObject({ pickups: [], taken: [] })
    const shown = await doorPhotoRoutes(db).request(`/photos/door/${id}.webp`)
    expect(shown.headers.get('Content-Type')).toBe('image/webp')
    expect(shown.headers.get('Cache-Control')).toBe('private, no-store')
  })

  test('of an exchange brings the new size, and the old one is back in stock once it is received [rider.5]', async ({
    rider,
    manager,
    number,
    ask,
    assign,
    call,
    check,
    order,
    readStock,
    shiftOf,
  }) => {
    await ask('exchange')
    const before = await readStock()
    await assign()
    expect((await shiftOf(rider)).pickups[0]?.items).toMatchObject([
      { kind: 'exchange', size: 'M', newSize: 'L', reason: 'Too small' },
    ])

    await check(checkOf({ ...taken, from: 'Exchange Requested' }))
    expect(await order()).toMatchObject({ orderStatus: 'Exchange Accepted' })
    const receive = { item: 1, move: 'receive', from: 'Exchange Accepted' }
    await call(manager, `POST /orders/${number}/returns`, receive)

    expect(await order()).toMatchObject({ orderStatus: 'Exchanged' })
    expect(await readStock()).toEqual({ ...before, M: before.M! + 1 })
  })

  test('at which nobody was at home stays with the rider, counted once, and the customer is told [rider.5] [rider.6]', async ({
    db,
    me,
    rider,
    ask,
    assign,
    check,
    shiftOf,
  }) => {
    await subscribe(db, me.userId)
    await ask()
    await assign()
    const attempt = { move: 'attempt', reason: 'Nobody opened', attempts: 0 }

    expect((await check(attempt)).body.result).toMatchObject({
      ...{ attempts: 1, failedReason: 'Nobody opened' },
    })

    expect(await check(attempt)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await shiftOf(rider)).pickups[0]?.attempts).toBe(1)
    expect(await pushesOf(db)).toContain('We couldn’t pick up your item.')
    expect((await check(checkOf(taken))).status).toBe(200)
  })

  test('belongs to its rider alone, and can be given to another one [rider.5] [rider.7] [staff.3]', async ({
    db,
    rider,
    ask,
    assign,
    check,
    shiftOf,
  }) => {
    const other = await aRider(db, { name: 'Anil Verma' })
    const elsewhere = await aRider(db, { name: 'Zubin Shah', warehouseIds: ['pune'] })
    await ask()
    await assign()
    expect((await check(checkOf(taken), other)).status).toBe(404)
    expect((await assign()).status).toBe(409)
    expect(await assign(elsewhere)).toMatchObject({
      status: 400,
      body: { fields: { riderId: 'This rider works for another warehouse' } },
    })

    await assign(other)

    expect((await shiftOf(rider)).pickups).toEqual([])
    expect((await check(checkOf(taken))).status).toBe(404)
    expect((await check(checkOf(taken), other)).status).toBe(200)
  })

  test('has its own items only: those of another rider, and of nobody, are not found [rider.5] [staff.3]', async ({
    db,
    delivered,
    rider,
    number,
    ask,
    assign,
    call,
    check,
  }) => {
    const other = await aRider(db, { name: 'Anil Verma' })
    await ask()
    await assign()
    const [line] = await db.select().from(orderLines).where(eq(orderLines.id, delivered.lineId))
    for (const position of [1, 2]) {
      await db.insert(orderLines).values({ ...line!, id: `${line!.id}-${position}`, position })
    }
    const [pickup] = await db.select().from(pickups)
    const lineId = `${line!.id}-1`
    await db.insert(pickups).values({ ...pickup!, lineId, agentId: other.agentId })
    const before = await db.select().from(pickups).orderBy(pickups.lineId)

    for (const item of [2, 3]) {
      expect((await check(checkOf({ ...taken, item }))).status).toBe(404)
      expect((await check(checkOf(taken, { ...taken, item }))).status).toBe(404)
    }
    expect((await check(checkOf(taken), other)).status).toBe(404)
    expect(await db.select().from(pickups).orderBy(pickups.lineId)).toEqual(before)

    const attempt = { move: 'attempt', reason: 'Nobody opened', attempts: 0 }
    await call(rider, `POST /orders/${number}/pickup/check`, attempt)
    const attempts = await db.select().from(pickups).orderBy(pickups.attempts)
    expect(attempts).toMatchObject([
      { agentId: other.agentId, attempts: 0 },
      { agentId: rider.agentId, attempts: 1 },
    ])
  })

  test('that the customer withdrew is gone, and its check is refused with who was faster [rider.5] [rider.6]', async ({
    rider,
    ask,
    assign,
    check,
    delivered,
    send,
    shiftOf,
  }) => {
    await ask()
    await assign()
    const { orderId, lineId: orderItemId } = delivered
    await send('PATCH', 'orders/withdraw-return', { orderId, orderItemId })

    expect((await shiftOf(rider)).pickups).toEqual([])
    expect(await check(checkOf(taken))).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { from: expect.any(String) } },
    })
  })

  test('that the store has accepted before cannot be left with the customer [rider.5]', async ({
    ask,
    assign,
    check,
    moveTo,
    photo,
  }) => {
    await ask()
    await moveTo('Return Accepted')
    await assign()
    const from = 'Return Accepted'
    const worn = { ...taken, from, finding: 'worn', photoIds: [await photo()] }

    expect(await check(checkOf({ ...worn, outcome: 'refused' }))).toMatchObject({ status: 409 })
    expect((await check(checkOf(worn))).status).toBe(200)
  })

  test('keeps the simulated courier away, and the rider from ending their shift [rider.5] [rider.7]', async ({
    db,
    rider,
    manager,
    number,
    ask,
    assign,
    call,
    check,
    order,
  }) => {
    await call(rider, 'POST /shift', {})
    await ask()
    await assign()
    setClock(() => new Date('2026-11-27T14:00:00+05:30'))

    expect(await advanceNextReturn(db, 1000)).toBe(false)
    expect(await order()).toMatchObject({ orderStatus: 'Return Requested' })
    expect(await call(rider, 'DELETE /shift', {})).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining(`You still have the pick-up of ${number}.`) },
    })
    const disable = await call(manager, `PATCH /people/${rider.id}`, { isActive: false })
    expect(disable).toMatchObject({ status: 409 })

    await check(checkOf(taken))
    expect((await call(rider, 'DELETE /shift', {})).status).toBe(409)
    const receive = { item: 1, move: 'receive', from: 'Return Accepted' }
    await call(manager, `POST /orders/${number}/returns`, receive)
    expect((await call(rider, 'DELETE /shift', {})).status).toBe(200)
  })
})

test('the list of returns says what is to do, for the warehouses of the person [rider.5] [staff.3]', async ({
  db,
  manager,
  number,
  ask,
  assign,
  call,
}) => {
  await ask()
  const rowsOf = async (person = manager) =>
    (await call<{ data: ReturnRow[] }>(person, 'GET /returns')).body.result.data
  expect(await rowsOf()).toMatchObject([{ number, items: [{ rider: null, check: null }] }])
  await assign()
  expect(await rowsOf()).toMatchObject([{ number, items: [{ rider: { name: 'Ravi Rao' } }] }])

  expect(await rowsOf(await aPerson(db, 'packer', { warehouseIds: ['pune'] }))).toEqual([])
})

test('a manager refuses a request with a reason, or receives what the customer brings [rider.5]', async ({
  manager,
  number,
  ask,
  call,
  order,
}) => {
  await ask()
  const refuse = { item: 1, move: 'refuse', from: 'Return Requested' }
  const path = `POST /orders/${number}/returns`
  expect(await call(manager, path, refuse)).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Say why. The customer reads it.' } },
  })

  const reason = 'The tag is missing in your photo.'
  expect((await call(manager, path, { ...refuse, reason })).status).toBe(200)

  expect(await order()).toMatchObject({ products: [{ refusalReason: reason }] })
})

test('photos of riders are deleted after 90 days, unused ones after a day, and notes with the account [rider.5] [law.1]', async ({
  db,
  delivered,
  ask,
  assign,
  check,
  photo,
}) => {
  await ask()
  await assign()
  const [used] = [await photo(), await photo()]
  const worn = { ...taken, finding: 'worn', note: 'Zubeida wore it', photoIds: [used] }
  expect((await check(checkOf(worn))).status).toBe(200)
  const count = () => db.$count(doorPhotos)
  expect(await count()).toBe(2)
  const [row] = await db.select().from(pickups).where(eq(pickups.orderId, delivered.orderId))
  expect(row?.note).toBe('Zubeida wore it')
  const dump = await dumpOf(db)
  expect(dump).toContain('Zubeida wore it')

  const later = clock.later(dayMs + 1000)
  const muchLater = clock.later(90 * dayMs + 1000)
  setClock(() => later)
  await deleteExpired(db)
  expect(await count()).toBe(1)
  setClock(() => muchLater)
  await deleteExpired(db)
  expect(await count()).toBe(0)
})

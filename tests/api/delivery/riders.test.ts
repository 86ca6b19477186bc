import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { MoveOrder } from '#contract/staff/board.ts'
import type { RiderShift } from '#contract/staff/riders.ts'
import { orders } from '#server/database/schema/orders.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test as orderTest } from '#tests/support/api/tests/orderTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPerson, aRider, type Person } from '#tests/support/api/tests/staffTest.ts'

type Rider = Awaited<ReturnType<typeof aRider>>
type Answer = { status: number; body: { result?: Record<string, unknown>; msg?: string } }

type Riders = {
  rider: Rider
  manager: Person
  /** An order for cash, ready in the warehouse. */
  number: string
  /** Sends 'GET /cash', 'POST /cash' … as a person. */
  call: (person: Person, request: string, body?: object) => Promise<Answer>
  move: (person: Person, move: MoveOrder) => Promise<Answer>
  shiftOf: (person: Person) => Promise<RiderShift>
  /** What is due for the order, in paise. */
  due: number
}

const test = orderTest.extend<Riders>({
  rider: async ({ db }, use) => use(await aRider(db, { name: 'Ravi Rao' })),
  manager: async ({ db }, use) => use(await aPerson(db, 'manager')),
  call: async ({ api }, use) =>
    use(async ({ token }, request, body) => {
      const [method = '', path = ''] = request.split(' ')
      const response = await api.request(`/api/staff${path}`, withToken(token, method, body))
      return { status: response.status, body: await response.json() }
    }),
  move: async ({ call, number }, use) =>
    use((person, move) => call(person, `POST /orders/${number}/move`, move)),
  shiftOf: async ({ call }, use) =>
    use(async (person) => (await call(person, 'GET /deliveries')).body.result as RiderShift),
  number: async ({ db, orderId, manager, call }, use) => {
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    await call(manager, `POST /orders/${order!.orderNumber}/move`, {
      ...{ move: 'markReady', from: 'new' },
    })
    await use(order!.orderNumber)
  },
  due: async ({ db, orderId }, use) => {
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    await use(order!.totalPaise)
  },
})

beforeEach(() => setClock(() => new Date('2026-11-27T12:00:00+05:30')))
afterEach(() => setClock())

const handOver = ({ agentId }: Rider): MoveOrder => ({
  ...{ move: 'handOver', from: 'ready', riderId: agentId },
})

describe('deliveries', () => {
  test('a rider has what is needed at the door while they carry the order, and nothing after it [rider.1] [staff.3]', async ({
    rider,
    manager,
    number,
    move,
    shiftOf,
    due,
  }) => {
    expect((await shiftOf(rider)).deliveries).toEqual([])
    await move(manager, handOver(rider))
    const [delivery] = (await shiftOf(rider)).deliveries
    expect(delivery).toMatchObject({
      ...{ number, state: 'withRider', duePaise: due },
      receiver: { name: 'Asha Rao', contactNumber: expect.stringMatching(/^\d{10}$/) },
      address: { text: expect.stringContaining('Indore'), latitude: expect.any(Number) },
      items: [{ item: 1, name: 'Blue kurta', size: 'M', quantity: 1 }],
    })
    expect(delivery?.moves[0]).toBe('startDelivery')

    await move(rider, { move: 'startDelivery', from: 'withRider' })
    const delivered = await move(rider, {
      ...{ move: 'deliver', from: 'onTheWay', collectedPaise: due },
    })
    expect(delivered.body.result).toMatchObject({
      state: 'delivered',
      person: { contactNumber: null },
      address: { street: '', latitude: null },
    })
    expect((await shiftOf(rider)).deliveries).toEqual([])
  })

  test('another rider sees and moves nothing of it, until it is given to them [rider.7]', async ({
    db,
    rider,
    manager,
    move,
    shiftOf,
  }) => {
    const other = await aRider(db, { name: 'Anil Verma' })
    await move(manager, handOver(rider))
    const start: MoveOrder = { move: 'startDelivery', from: 'withRider' }
    expect((await shiftOf(other)).deliveries).toEqual([])
    expect((await move(other, start)).status).toBe(404)

    await move(manager, { move: 'reassign', from: 'withRider', riderId: other.agentId })
    expect((await shiftOf(rider)).deliveries).toEqual([])
    expect((await move(rider, start)).status).toBe(404)
    expect((await move(other, start)).status).toBe(200)
  })

  test('who was faster is said, and marked as a conflict of the state [rider.6]', async ({
    rider,
    manager,
    move,
  }) => {
    await move(manager, handOver(rider))
    await move(manager, { move: 'cancel', from: 'withRider', reason: 'Customer asked' })
    const sentence = 'Meera Joshi cancelled before you'

    expect(await move(rider, { move: 'startDelivery', from: 'withRider' })).toMatchObject({
      status: 409,
      body: { msg: sentence, fields: { from: sentence } },
    })
  })

  test('a wrong amount is refused, and nothing is delivered [rider.4]', async ({
    rider,
    manager,
    move,
    shiftOf,
    due,
  }) => {
    await move(manager, handOver(rider))
    await move(rider, { move: 'startDelivery', from: 'withRider' })
    for (const collectedPaise of [due - 1, due + 1, undefined]) {
      const refused = await move(rider, { move: 'deliver', from: 'onTheWay', collectedPaise })
      expect(refused).toMatchObject({
        status: 400,
        body: { msg: expect.stringMatching(/^Collect exactly ₹/) },
      })
    }
    // What is kept matters after a trial only.
    const bypass = await move(rider, { move: 'collectCash', from: 'onTheWay', kept: [] })
    expect(bypass).toMatchObject({ status: 400 })
    expect((await shiftOf(rider)).deliveries[0]?.state).toBe('onTheWay')
  })

  test('an attempt is counted and said with its reason, and the order goes out again [rider.2]', async ({
    rider,
    manager,
    move,
    shiftOf,
    due,
  }) => {
    await move(manager, handOver(rider))
    await move(rider, { move: 'startDelivery', from: 'withRider' })
    await move(rider, { move: 'noteAttempt', from: 'onTheWay', reason: 'Nobody opened the door' })
    expect((await shiftOf(rider)).deliveries[0]).toMatchObject({
      ...{ state: 'failed', attempts: 1, failedReason: 'Nobody opened the door' },
    })
    await move(rider, { move: 'deliverAgain', from: 'failed' })
    await move(rider, { move: 'startDelivery', from: 'withRider' })
    const delivered = await move(rider, { move: 'deliver', from: 'onTheWay', collectedPaise: due })
    expect(delivered.body.result).toMatchObject({ state: 'delivered', attempts: 1 })
  })
})

test('cash for an order that was paid meanwhile is refused, and the rider is told [rider.4]', async ({
  db,
  rider,
  manager,
  orderId,
  move,
  due,
}) => {
  await move(manager, handOver(rider))
  await move(rider, { move: 'startDelivery', from: 'withRider' })
  await db.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.id, orderId))
  const deliver: MoveOrder = { move: 'deliver', from: 'onTheWay' }
  expect(await move(rider, { ...deliver, collectedPaise: due })).toMatchObject({
    status: 409,
    body: { msg: 'This order is paid already. Give the cash back, then deliver it.' },
  })
  expect((await move(rider, deliver)).status).toBe(200)
})

test('only a move that needs a rider takes one [rider.7]', async ({
  db,
  rider,
  manager,
  orderId,
  move,
}) => {
  const other = await aRider(db, { name: 'Anil Verma' })
  await move(manager, handOver(rider))
  const start: MoveOrder = { move: 'startDelivery', from: 'withRider', riderId: other.agentId }
  expect((await move(manager, start)).status).toBe(200)
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  expect(order?.agentId).toBe(rider.agentId)
})

describe('shifts', () => {
  test('a shift begins and ends once, and is in the history [rider.7]', async ({
    db,
    rider,
    call,
    shiftOf,
  }) => {
    expect((await shiftOf(rider)).onShiftSince).toBeNull()
    expect((await call(rider, 'POST /shift')).status).toBe(200)
    expect((await call(rider, 'POST /shift')).status).toBe(409)
    expect((await shiftOf(rider)).onShiftSince).toBe('2026-11-27T06:30:00.000Z')
    expect((await call(rider, 'DELETE /shift')).status).toBe(200)
    expect((await call(rider, 'DELETE /shift')).status).toBe(409)
    const history = await db.select().from(staffHistory).where(eq(staffHistory.subjectId, rider.id))
    expect(history.map(({ action }) => action)).toEqual(['began a shift', 'ended a shift'])
  })

  test('a rider with an open order stays on shift and on the staff [rider.7]', async ({
    rider,
    manager,
    number,
    call,
    move,
    shiftOf,
  }) => {
    await call(rider, 'POST /shift')
    await move(manager, handOver(rider))
    const ended = await call(rider, 'DELETE /shift')
    expect(ended).toMatchObject({ status: 409, body: { msg: expect.stringContaining(number) } })
    expect((await shiftOf(rider)).onShiftSince).not.toBeNull()
    const disabled = await call(manager, `PATCH /people/${rider.id}`, { isActive: false })
    expect(disabled).toMatchObject({ status: 409, body: { msg: expect.stringContaining(number) } })
  })
})

describe('cash', () => {
  const deliver = async ({ rider, manager, move, due }: Riders) => {
    await move(manager, handOver(rider))
    await move(rider, { move: 'startDelivery', from: 'withRider' })
    await move(rider, { move: 'deliver', from: 'onTheWay', collectedPaise: due })
  }

  test('what was collected is on the rider’s sheet until it is handed over and counted [rider.4]', async ({
    db,
    rider,
    manager,
    number,
    call,
    move,
    shiftOf,
    due,
  }) => {
    await deliver({ rider, manager, number, call, move, shiftOf, due })
    const sheet = { cashPaise: due, collected: [{ number, amountPaise: due }] }
    for (const person of [rider, manager]) {
      expect((await call(person, 'GET /cash')).body.result).toMatchObject({
        ...{ sheets: [{ rider: { name: 'Ravi Rao' }, ...sheet }], handovers: [] },
      })
    }
    const other = await aRider(db, { name: 'Anil Verma' })
    expect((await call(other, 'GET /cash')).body.result).toEqual({ sheets: [], handovers: [] })

    const short = { expectedPaise: due, countedPaise: due - 2000 }
    expect((await call(rider, 'POST /cash', short)).body).toMatchObject({
      msg: 'Say why the amounts differ',
    })
    const handed = await call(rider, 'POST /cash', { ...short, reason: 'No change' })
    expect(handed.body.result).toMatchObject({
      sheets: [],
      handovers: [{ ...short, reason: 'No change', receivedPaise: null }],
    })
    expect((await call(rider, 'POST /cash', short)).status).toBe(409)

    const [{ id }] = handed.body.result?.handovers as [{ id: string }]
    const receive = (body: object) => call(manager, `POST /cash/${id}/received`, body)
    expect((await receive({ receivedPaise: due })).body.msg).toBe('Say why the amounts differ')
    const received = await receive({ receivedPaise: due, reason: 'The ₹20 were in the bag' })
    expect(received.body.result).toMatchObject({
      handovers: [{ receivedPaise: due, receivedBy: 'Meera Joshi', ...short }],
    })
    expect((await receive({ receivedPaise: due })).status).toBe(409)
    const history = await db.select().from(staffHistory).where(eq(staffHistory.subjectId, id))
    expect(history.map(({ action, by }) => [action, by])).toEqual([
      ['handed over cash', 'Ravi Rao'],
      ['received cash', 'Meera Joshi'],
    ])
  })

  test('a rider with cash stays on the staff, and managers of other warehouses see none of it [rider.4] [staff.3]', async ({
    db,
    rider,
    manager,
    number,
    call,
    move,
    shiftOf,
    due,
  }) => {
    await deliver({ rider, manager, number, call, move, shiftOf, due })
    const left = await call(manager, `PATCH /people/${rider.id}`, { isActive: false })
    expect(left).toMatchObject({ status: 409, body: { msg: expect.stringContaining('cash') } })
    const elsewhere = await aPerson(db, 'manager', { warehouseIds: ['pune'] })
    const seen = await call(elsewhere, 'GET /cash')
    expect(seen.body.result).toEqual({ sheets: [], handovers: [] })
  })

  test('cash that was collected after the count is not handed over unseen [rider.4]', async ({
    rider,
    manager,
    number,
    call,
    move,
    shiftOf,
    due,
  }) => {
    await deliver({ rider, manager, number, call, move, shiftOf, due })
    const before = { expectedPaise: 0, countedPaise: 0 }
    expect(await call(rider, 'POST /cash', before)).toMatchObject({
      status: 409,
      body: { msg: 'You have collected more meanwhile. Please count again.' },
    })
  })
})

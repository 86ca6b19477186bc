import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { PurchaseType } from '#contract/cart/cart.ts'
import type { MoveOrder, StaffOrder } from '#contract/staff/board.ts'
import { BoardState, moveRules, OrderMove } from '#contract/staff/orderMoves.ts'
import type { HistoryEntry } from '#contract/staff/people.ts'
import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { orderLines, type OrderRow, orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { type PushJob, pushJob } from '#server/platform/push/pushQueue.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi, withRollback } from '#tests/support/api/apiTest.ts'
import { noon, subscription } from '#tests/support/api/tests/notificationTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import {
  aPerson,
  aRider,
  staffCalls,
  test as staffTest,
} from '#tests/support/api/tests/staffTest.ts'
import { type Shopper, stockOf } from '#tests/support/shopper/givens.ts'

const reason = 'Nobody opened the door'

/** The moves of all orders. */
const beforeDoor = {
  new: 'startPacking markReady cancel',
  packing: 'markReady unpack cancel',
  ready: 'unpack handOver cancel',
  withRider: 'startDelivery refuse reassign cancel',
  failed: 'deliverAgain bringBack reassign',
  delivered: '',
  cancelled: '',
}

/** The moves that an owner may make from each state. */
const allowed: Record<PurchaseType, Record<BoardState, string>> = {
  Standard: {
    ...beforeDoor,
    onTheWay: 'collectCash deliver noteAttempt refuse reassign',
    atDoor: 'noteAttempt refuse',
    trial: 'deliver',
  },
  'Try and Buy': {
    ...beforeDoor,
    onTheWay: 'arrive noteAttempt refuse reassign',
    atDoor: 'startTrial noteAttempt refuse',
    trial: 'deliver',
  },
}
const reachable = BoardState.options.flatMap((state) => [
  ...(state === 'atDoor' || state === 'trial' ? [] : [['Standard', state] as const]),
  ['Try and Buy', state] as const,
])

const at = new Date('2026-11-20T06:00:00Z')
/** The columns of an order in each state. */
const columns: Record<BoardState, Partial<OrderRow>> = {
  new: { status: 'Accepted' },
  packing: { status: 'Accepted', packingSince: at },
  ready: { status: 'Accepted', packingSince: at, packedAt: at },
  withRider: { status: 'Shipped', packedAt: at },
  onTheWay: { status: 'On the way', packedAt: at },
  atDoor: { status: 'Arrived', packedAt: at },
  trial: { status: 'Size Trialing', packedAt: at },
  failed: { status: 'Shipped', packedAt: at, failedAt: at, failedReason: reason, attempts: 1 },
  delivered: { status: 'Delivered', packedAt: at, deliveredAt: at },
  cancelled: { status: 'Cancelled' },
}

type Ask = ReturnType<typeof staffCalls>
type Placed = { orderId: string; purchaseType: PurchaseType; agentId: string }

async function bringTo(db: Database, state: BoardState, placed: Placed) {
  const { orderId, purchaseType, agentId } = placed
  const isTrial = purchaseType === 'Try and Buy'
  const paid = isTrial ? ({ paymentMethod: 'UPI', paymentStatus: 'paid' } as const) : {}
  const isOut = !['new', 'packing', 'ready', 'cancelled'].includes(state)
  await db
    .update(orders)
    .set({ ...columns[state], purchaseType, ...paid, ...(isOut && { agentId }) })
    .where(eq(orders.id, orderId))
  const status = state === 'atDoor' ? 'On the way' : (columns[state].status ?? 'Accepted')
  await db
    .update(orderLines)
    .set({ status, purchaseType, trialSize: isTrial ? 'L' : null })
    .where(eq(orderLines.orderId, orderId))
}

const test = staffTest.extend<{ isDay: void }>({
  isDay: [
    async ({}, use) => {
      setClock(() => noon)
      await use()
    },
    { auto: true },
  ],
})

describe('from each state', () => {
  test.for(reachable)(
    'exactly the moves of the table are made, and others say why not: %s, %s [board.3] [board.8]',
    async ([purchaseType, from], { db, deps, orderId, number }) => {
      const { token } = await aPerson(db, 'owner')
      const [{ agentId }, other] = [await aRider(db), await aRider(db)]
      const inState = (work: (ask: Ask) => Promise<void>) =>
        withRollback(db, async (tx) => {
          await bringTo(tx, from, { orderId, purchaseType, agentId })
          await work(staffCalls(createTestApi(tx, deps), token))
        })
      const make = (ask: Ask, move: OrderMove) =>
        ask<StaffOrder>('POST', `/orders/${number}/move`, {
          ...{ move, from, reason, riderId: other.agentId },
        })
      const expected = allowed[purchaseType][from].split(' ').filter(Boolean) as OrderMove[]

      await inState(async (ask) => {
        const { moves } = (await ask<StaffOrder>('GET', `/orders/${number}`)).body.result
        expect(moves.map(({ move }) => move).sort()).toEqual([...expected].sort())
        // A refused move changes nothing, so that the next one finds the same state.
        for (const move of OrderMove.options.filter((option) => !expected.includes(option))) {
          const { status, body } = await make(ask, move)
          expect(status, move).toBe(409)
          expect(body.code).toBe('not_allowed_now')
          expect(body.msg).toMatch(/^Order PEH-\w+ (is|was|has) [^,]+, so it can’t be [a-z ]+$/)
        }
      })
      for (const move of expected)
        await inState(async (ask) => {
          const { status, body } = await make(ask, move)
          expect(status, move).toBe(200)
          expect(body.result.state).toBe(moveRules[move].to ?? from)
        })
    },
  )

  test('a move from a state that the order has left says who was faster [board.3]', async ({
    api,
    db,
    owner,
    number,
  }) => {
    const packer = await aPerson(db, 'packer', { name: 'Kavya Nair' })
    const move = { move: 'startPacking', from: 'new' }
    const first = await staffCalls(api, packer.token)('POST', `/orders/${number}/move`, move)
    expect(first.status).toBe(200)

    expect(await owner('POST', `/orders/${number}/move`, move)).toMatchObject({
      status: 409,
      body: { code: 'conflict', msg: 'Kavya Nair started packing before you' },
    })
    expect(await db.$count(staffHistory)).toBe(1)
  })

  test('a move that needs a reason, or a rider of the warehouse, is refused without [board.3]', async ({
    db,
    owner,
    number,
    orderId,
  }) => {
    const path = `/orders/${number}/move`
    const fieldsOf = async (body: Partial<MoveOrder>) =>
      (await owner('POST', path, body)).body.fields
    const far = await aRider(db, { warehouseIds: ['pune'] })
    await db.update(orders).set({ packedAt: at }).where(eq(orders.id, orderId))

    expect(await fieldsOf({ move: 'cancel', from: 'ready' })).toEqual({ reason: 'Say why' })
    const handOver = { move: 'handOver', from: 'ready' } as const
    expect(await fieldsOf(handOver)).toEqual({ riderId: 'Choose a rider' })
    expect(await fieldsOf({ ...handOver, riderId: 'x' })).toEqual({
      riderId: 'This rider isn’t working any more',
    })
    expect(await fieldsOf({ ...handOver, riderId: far.agentId })).toEqual({
      riderId: 'This rider works for another warehouse',
    })
  })
})

const subscribe = (api: App, { token }: Shopper) =>
  api.request(
    '/api/push/subscribe',
    withToken(token, 'POST', { subscription: subscription(), topics: ['orders'] }),
  )

/** The titles of the notifications that wait to be pushed, in the order of the alphabet. */
async function titlesOf(db: Database): Promise<string[]> {
  const queued = await db.select().from(jobs).where(eq(jobs.kind, pushJob))
  return queued.map(({ payload }) => (payload as PushJob).text.title).sort()
}

/** Makes one move after the other, each from the state that the one before has led to. */
const moverOf =
  (ask: Ask, number: string) =>
  async (move: OrderMove, more: object = {}) => {
    const path = `/orders/${number}`
    const { state: from } = (await ask<StaffOrder>('GET', path)).body.result
    const moved = await ask<StaffOrder>('POST', `${path}/move`, { move, from, ...more })
    expect(moved, move).toMatchObject({ status: 200 })
    return moved.body.result
  }

describe('on its way', () => {
  test('a cash order is packed, handed over and paid to its rider, as each step said before [board.3] [staff.4]', async ({
    api,
    db,
    me,
    owner,
    number,
    orderId,
  }) => {
    await subscribe(api, me)
    const packer = await aPerson(db, 'packer', { name: 'Kavya Nair' })
    const rider = await aRider(db)
    const pack = moverOf(staffCalls(api, packer.token), number)
    await pack('startPacking')
    await pack('markReady')
    await pack('handOver', { riderId: rider.agentId })
    const ride = (body: object) =>
      staffCalls(api, rider.token)<StaffOrder>('POST', `/orders/${number}/move`, body)
    expect((await ride({ move: 'startDelivery', from: 'withRider' })).status).toBe(200)

    const shown = (await owner<StaffOrder>('GET', `/orders/${number}`)).body.result
    expect(shown.moves.find(({ move }) => move === 'deliver')).toEqual({
      move: 'deliver',
      stock: null,
      money: '₹999.00 counts as paid',
      message: 'The customer is told that the order was delivered',
    })
    const deliver = { move: 'deliver', from: 'onTheWay' }
    for (const collectedPaise of [undefined, 998_00, 0]) {
      expect((await ride({ ...deliver, collectedPaise })).body.fields).toEqual({
        collectedPaise: 'Collect exactly ₹999.00',
      })
    }
    expect((await ride({ ...deliver, collectedPaise: 999_00 })).status).toBe(200)

    expect(await db.select().from(payments).where(eq(payments.orderId, orderId))).toMatchObject([
      { status: 'captured', amountPaise: 999_00 },
    ])
    expect(await titlesOf(db)).toEqual(['Order delivered', 'Order on the way', 'Order shipped'])
    const { timeline } = (await owner<StaffOrder>('GET', `/orders/${number}`)).body.result
    expect(timeline.map(({ text, by }) => `${by}: ${text}`)).toEqual(
      expect.arrayContaining([
        'Kavya Nair: started packing',
        'Kavya Nair: marked ready',
        'Kavya Nair: Shipped',
        'Suresh Patel: On the way',
        'Suresh Patel: Delivered',
        'Customer: Accepted',
      ]),
    )
    const { data } = (await owner<{ data: HistoryEntry[] }>('GET', `/history?search=${number}`))
      .body.result
    expect(data.map(({ by, action, before }) => [by, action, before])).toEqual([
      ['Suresh Patel', 'delivered', { state: 'onTheWay' }],
      ['Suresh Patel', 'started the delivery', { state: 'withRider' }],
      ['Kavya Nair', 'handed over', { state: 'ready' }],
      ['Kavya Nair', 'marked ready', { state: 'packing' }],
      ['Kavya Nair', 'started packing', { state: 'new' }],
    ])
    expect(data[0]?.after).toMatchObject({ collectedPaise: 999_00 })
  })

  test('an order that nobody took goes out again, and the customer is told each time [board.3]', async ({
    api,
    db,
    me,
    owner,
    number,
  }) => {
    await subscribe(api, me)
    const { agentId } = await aRider(db)
    const move = moverOf(owner, number)
    await move('markReady')
    await move('handOver', { riderId: agentId })
    await move('startDelivery')
    expect(await move('noteAttempt', { reason })).toMatchObject({
      ...{ state: 'failed', attempts: 1, failedReason: reason },
    })
    const promised = (await owner<StaffOrder>('GET', `/orders/${number}`)).body.result.promisedBy
    setClock(() => new Date(noon.getTime() + 3_600_000))
    const again = await move('deliverAgain')
    expect(again).toMatchObject({ state: 'withRider', failedReason: null })
    expect(again.promisedBy).not.toBe(promised)
    await move('startDelivery')
    await move('noteAttempt', { reason })
    expect(await move('bringBack', { reason })).toMatchObject({ state: 'cancelled', attempts: 2 })

    expect(await titlesOf(db)).toEqual([
      ...['Order cancelled', 'Order on the way', 'Order on the way', 'Order shipped'],
      ...['We missed you', 'We missed you', 'We’re coming again'],
    ])
  })

  test('a cancelled order gives back stock and money, as the move said before [board.3]', async ({
    db,
    kurta,
    owner,
    placePaid,
  }) => {
    const number = await placePaid()
    const { moves } = (await owner<StaffOrder>('GET', `/orders/${number}`)).body.result
    expect(moves.find(({ move }) => move === 'cancel')).toEqual({
      move: 'cancel',
      stock: '1 item back on sale in Indore',
      money: '₹999.00 is refunded',
      message: 'The customer is told that the order was cancelled',
    })
    expect((await stockOf(db, kurta)).M).toBe(4)

    const cancelled = await moverOf(owner, number)('cancel', { reason: 'Damaged' })

    expect(cancelled).toMatchObject({ state: 'cancelled', moves: [] })
    expect((await stockOf(db, kurta)).M).toBe(5)
    expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: 999_00 }])
  })

  test.for([
    ['the other size', [{ item: 1, size: 'L' }], { S: 5, M: 5, L: 4 }, 0],
    ['nothing', [], { S: 5, M: 5, L: 5 }, 999_00],
  ] as const)(
    'a customer keeps %s after a trial [board.3]',
    async ([, kept, left, refundedPaise], { db, kurta, owner, placePaid }) => {
      const number = await placePaid('L')
      const { agentId } = await aRider(db)
      const move = moverOf(owner, number)
      const ready = await move('markReady')
      expect(ready.moves.find((effect) => effect.move === 'cancel')).toMatchObject({
        stock: '2 items back on sale in Indore',
        money: '₹1,098.00 is refunded',
      })
      await move('handOver', { riderId: agentId })
      await move('startDelivery')
      await move('arrive')
      await move('startTrial')

      await move('deliver', { kept })

      expect(await stockOf(db, kurta)).toEqual(left)
      const sums = (await db.select().from(refunds)).map(({ amountPaise }) => amountPaise)
      expect(sums.reduce((total, paise) => total + paise, 0)).toBe(refundedPaise)
    },
  )

  test('a refused order counts against its customer, an attempt does not [board.3]', async ({
    db,
    owner,
    number,
    orderId,
  }) => {
    const { agentId } = await aRider(db)
    const move = moverOf(owner, number)
    await move('markReady')
    await move('handOver', { riderId: agentId })
    await move('startDelivery')
    await move('noteAttempt', { reason })
    await move('deliverAgain')
    const refusedAt = async () =>
      (await db.select().from(orders).where(eq(orders.id, orderId)))[0]?.refusedAt
    expect(await refusedAt()).toBeNull()

    await move('refuse', { reason: 'Too late' })

    expect(await refusedAt()).toEqual(noon)
  })
})

describe('a rider', () => {
  test('moves the orders that they carry, and sees the address only while they do [staff.3]', async ({
    api,
    db,
    number,
    orderId,
  }) => {
    const [rider, other] = [await aRider(db), await aRider(db)]
    const placed = { orderId, purchaseType: 'Standard', agentId: rider.agentId } as const
    await bringTo(db, 'withRider', placed)
    const start = { move: 'startDelivery', from: 'withRider' }
    const path = `/orders/${number}/move`

    expect((await staffCalls(api, other.token)('POST', path, start)).status).toBe(404)
    const ask = staffCalls(api, rider.token)
    expect((await ask<StaffOrder>('POST', path, start)).body.result).toMatchObject({
      address: { street: '12 Scheme 78' },
      person: { contactNumber: expect.stringMatching(/^\d{10}$/) as string },
    })
    const deliver = { move: 'deliver', from: 'onTheWay', collectedPaise: 999_00 }
    const delivered = (await ask<StaffOrder>('POST', path, deliver)).body.result
    expect(delivered).toMatchObject({
      ...{ state: 'delivered', receiver: null, person: { contactNumber: null } },
      address: { street: '', latitude: null, longitude: null },
    })
  })
})

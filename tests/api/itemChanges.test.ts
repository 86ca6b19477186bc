import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { Order } from '#contract/order.ts'
import { toPaise } from '#contract/money.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import { cartLines } from '#server/database/schema/carts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { stockMoves } from '#server/database/schema/stock.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import {
  orderRequest,
  placeOrder,
  readCart,
  test as checkoutTest,
} from '#tests/support/api/checkoutTest.ts'
import { payInWindow, startedPaymentOf, verify } from '#tests/support/api/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aPerson, aRider } from '#tests/support/api/staffTest.ts'
import { aCoupon, addToCart, onSale, stockOf } from '#tests/support/shopper/givens.ts'

const couponPaise = 100_00

type Answer = { status: number; body: { result?: StaffOrder; msg?: string } }
type Bag = { pricePaise: number; quantity: number }[]

type ItemChanges = {
  /** Places an order of these items, of size M each, with a coupon of ₹100. */
  order: (bag: Bag, how?: 'cash' | 'prepaid') => Promise<{ number: string; productIds: string[] }>
  /** Sends '/cancel-item', '/swap-size' … of an order as a manager. */
  send: (number: string, path: string, body: object) => Promise<Answer>
}

const test = checkoutTest.extend<ItemChanges>({
  order: async ({ db, api, me }, use) =>
    use(async (bag, how = 'prepaid') => {
      const subscription = {
        endpoint: `https://push.example/${me.userId}`,
        keys: { p256dh: 'BFx_', auth: 'c2-' },
      }
      const chosen = { subscription, topics: ['orders'] }
      await api.request('/api/push/subscribe', withToken(me.token, 'POST', chosen))
      const { id: couponId } = await aCoupon(db, { amountPaise: couponPaise })
      const productIds: string[] = []
      for (const [nth, { pricePaise, quantity }] of bag.entries()) {
        const productId = await onSale(db, { pricePaise, mrpPaise: pricePaise + 1000_00 })
        const id = await addToCart(db, me.userId, { productId, quantity, couponId })
        const addedAt = new Date(clock.now().getTime() + nth)
        await db.update(cartLines).set({ addedAt }).where(eq(cartLines.id, id))
        productIds.push(productId)
      }
      const cart = await readCart(api, me)
      const totalAmount = toPaise(cart.totalAmount) - couponPaise
      const paymentMethod = how === 'cash' ? 'cash on delivery' : how
      const body = orderRequest(me, cart, { totalAmount, paymentMethod })
      const sent = await placeOrder(api, me, { body })
      const { order } = sent.response.result as { order: { _id: string } }
      if (how === 'prepaid') {
        await verify(api, me, (await payInWindow(api, startedPaymentOf(sent))).response)
      }
      return { number: await numberOf(db, order._id), productIds }
    }),
  send: async ({ db, api }, use) => {
    const { token } = await aPerson(db, 'manager')
    await use(async (number, path, body) => {
      const url = `/api/staff/orders/${number}${path}`
      const response = await api.request(url, withToken(token, 'POST', body))
      return { status: response.status, body: await response.json() }
    })
  },
})

async function numberOf(db: Database, orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  return order!.orderNumber
}

const orderOf = async (db: Database, number: string) =>
  (await db.select().from(orders).where(eq(orders.orderNumber, number)))[0]!

async function moneyOf(db: Database, number: string) {
  const order = await orderOf(db, number)
  const paid = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), inArray(payments.status, ['captured', 'refunded'])))
  const given = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), ne(refunds.status, 'failed')))
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const total = (amounts: { amountPaise: number }[]) =>
    amounts.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  return { order, lines, refunds: given, capturedPaise: total(paid), givenPaise: total(given) }
}

/** The texts of the last push that the customer gets. */
async function lastPush(db: Database, cause: string) {
  const rows = await db.select().from(jobs).where(eq(jobs.kind, 'push'))
  return JSON.stringify(
    rows.filter((row) => row.cause?.includes(cause)).map(({ payload }) => payload),
  )
}

beforeEach(() => setClock(() => new Date('2026-11-27T12:00:00+05:30')))
afterEach(() => setClock())

const part = { from: 'new', item: 1, quantity: 1, reason: 'damaged' }

describe('an item that is cancelled', () => {
  test('a part of the quantity is refunded with its share of the coupon, to the paisa [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order([
      { pricePaise: 333_33, quantity: 3 },
      { pricePaise: 500_00, quantity: 1 },
    ])
    const before = await moneyOf(db, number)
    const netBefore = before.lines[0]!.netPaise
    const { status, body } = await send(number, '/cancel-item', part)
    expect(status).toBe(200)

    const { lines, givenPaise, refunds: given } = await moneyOf(db, number)
    const [kept, other, cancelled] = lines
    expect(kept).toMatchObject({ quantity: 2, status: 'Accepted' })
    expect(other?.netPaise).toBe(before.lines[1]!.netPaise)
    expect(cancelled).toMatchObject({ quantity: 1, status: 'Cancelled', cancelReason: 'damaged' })
    expect(kept!.netPaise + cancelled!.netPaise).toBe(netBefore)
    expect(Math.abs(cancelled!.netPaise * 2 - kept!.netPaise)).toBeLessThanOrEqual(1)
    expect(givenPaise).toBe(cancelled!.netPaise)
    expect(given).toMatchObject([{ reason: 'item_cancelled', lineId: cancelled!.id }])
    for (const { taxablePaise, cgstPaise, sgstPaise, igstPaise, netPaise } of lines)
      expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(netPaise)
    expect(body.result?.amounts).toMatchObject({
      refundedPaise: givenPaise,
      refundablePaise: before.capturedPaise - givenPaise,
    })
    expect(await lastPush(db, `order-item:${cancelled!.id}`)).toContain('track your refund')
  })

  test('of an order that is not paid yet lowers what is due, and closes an open link [board.4]', async ({
    db,
    api,
    me,
    order,
    send,
  }) => {
    const { number } = await order(
      [
        { pricePaise: 999_00, quantity: 1 },
        { pricePaise: 500_00, quantity: 2 },
      ],
      'cash',
    )
    const { id, totalPaise } = await orderOf(db, number)
    await api.request(`/api/orders/send-payment-link/${id}`, withToken(me.token))
    const { body } = await send(number, '/cancel-item', { ...part, item: 2 })

    const { order: now, lines, givenPaise } = await moneyOf(db, number)
    expect(now.totalPaise).toBe(totalPaise - lines.at(-1)!.netPaise)
    expect(givenPaise).toBe(0)
    expect(body.result?.duePaise).toBe(now.totalPaise)
    // What the customer sees counts the items that are left.
    const seen = await api.request(`/api/orders/${id}`, withToken(me.token))
    const { result } = (await seen.json()) as { result: Order }
    const kept = result.products.filter(({ status }) => status !== 'Cancelled')
    expect(result.mrpTotal).toBe(kept.reduce((sum, { mrp, quantity }) => sum + mrp * quantity, 0))
    const expected = await db.select().from(payments).where(eq(payments.orderId, id))
    expect(expected.find(({ kind }) => kind === 'on_delivery')).toMatchObject({
      ...{ status: 'created', amountPaise: now.totalPaise },
    })
    for (const { status } of expected.filter(({ kind }) => kind === 'link'))
      expect(status).toBe('cancelled')
  })

  test('goes back on sale, or is written off if it is damaged or missing [board.4] [pack.2]', async ({
    db,
    order,
    send,
  }) => {
    const { number, productIds } = await order([
      { pricePaise: 999_00, quantity: 2 },
      { pricePaise: 999_00, quantity: 1 },
    ])
    const [productId = ''] = productIds
    expect(await stockOf(db, productId)).toMatchObject({ M: 3 })
    await send(number, '/cancel-item', { ...part, reason: 'customerAsked' })
    expect(await stockOf(db, productId)).toMatchObject({ M: 4 })
    await send(number, '/cancel-item', { ...part, reason: 'damaged' })
    expect(await stockOf(db, productId)).toMatchObject({ M: 4 })
  })

  test('sends a packed order back to packing, and is refused once it has left [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order([{ pricePaise: 999_00, quantity: 3 }])
    await send(number, '/move', { move: 'markReady', from: 'new' })
    expect((await send(number, '/cancel-item', part)).status).toBe(409)
    const changed = await send(number, '/cancel-item', { ...part, from: 'ready' })
    expect(changed.body.result?.state).toBe('packing')
    await send(number, '/move', { move: 'markReady', from: 'packing' })
    const { agentId } = await aRider(db)
    await send(number, '/move', { move: 'handOver', from: 'ready', riderId: agentId })
    expect(await send(number, '/cancel-item', { ...part, from: 'withRider' })).toMatchObject({
      ...{ status: 409, body: { msg: 'Items can be changed until the order leaves' } },
    })
  })

  const refusals = [
    ['more than was ordered', { quantity: 3 }, 400],
    ['an item that is not there', { item: 9 }, 404],
    ['the whole order', { quantity: 2 }, 409],
  ] as const
  for (const [what, changes, expected] of refusals) {
    test(`that is ${what} is refused, and nothing changes [board.4]`, async ({
      db,
      order,
      send,
    }) => {
      const { number } = await order([{ pricePaise: 999_00, quantity: 2 }])
      const before = await moneyOf(db, number)
      expect((await send(number, '/cancel-item', { ...part, ...changes })).status).toBe(expected)
      expect(await moneyOf(db, number)).toEqual(before)
    })
  }
})

describe('a swapped size', () => {
  test('is reserved, the other one goes back, and the customer is told [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number, productIds } = await order([{ pricePaise: 999_00, quantity: 2 }])
    const [productId = ''] = productIds
    const swap = { from: 'new', item: 1, size: 'L', reason: 'customerAsked' }
    const { body } = await send(number, '/swap-size', swap)
    expect(body.result?.lines[0]).toMatchObject({ size: 'L', quantity: 2 })
    expect(await stockOf(db, productId)).toEqual({ L: 3, M: 5, S: 5 })
    expect(await lastPush(db, ':swap:')).toContain('in size L instead of M')
    expect(await send(number, '/swap-size', swap)).toMatchObject({ status: 400 })
    expect(await send(number, '/swap-size', { ...swap, size: 'XXL' })).toMatchObject({
      status: 409,
    })
    expect(await stockOf(db, productId)).toEqual({ L: 3, M: 5, S: 5 })
    const back = { ...swap, size: 'M' }
    expect((await send(number, '/swap-size', back)).status).toBe(200)
    expect(await stockOf(db, productId)).toEqual({ L: 5, M: 3, S: 5 })
  })
})

describe('a refund that is given', () => {
  test('is of any amount up to what was captured, and counted by its reason [board.5]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order([{ pricePaise: 999_00, quantity: 1 }])
    const { capturedPaise } = await moneyOf(db, number)
    const late = { amountPaise: 150_00, reason: 'late' }
    expect((await send(number, '/refunds', late)).body.result?.amounts).toMatchObject({
      ...{ refundedPaise: 150_00, refundablePaise: capturedPaise - 150_00 },
    })
    const rest = { amountPaise: capturedPaise - 150_00, reason: 'goodwill' }
    const tooMuch = await send(number, '/refunds', { ...rest, amountPaise: rest.amountPaise + 1 })
    expect(tooMuch).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('At most ₹') },
    })
    expect((await send(number, '/refunds', rest)).status).toBe(200)
    expect((await send(number, '/refunds', { amountPaise: 1, reason: 'late' })).status).toBe(409)
    const { refunds: given } = await moneyOf(db, number)
    expect(given.map(({ reason, amountPaise }) => [reason, amountPaise])).toEqual([
      ['late', 150_00],
      ['goodwill', rest.amountPaise],
    ])
  })

  test('is refused while nothing is paid, and the order is then refunded no more than what is left [board.5]', async ({
    db,
    order,
    send,
  }) => {
    const cash = await order([{ pricePaise: 999_00, quantity: 1 }], 'cash')
    const one = { amountPaise: 1, reason: 'goodwill' }
    expect((await send(cash.number, '/refunds', one)).status).toBe(409)

    const { number } = await order([{ pricePaise: 999_00, quantity: 1 }])
    await send(number, '/refunds', { amountPaise: 500_00, reason: 'damaged', item: 1 })
    await send(number, '/move', { move: 'cancel', from: 'new', reason: 'Not wanted any more' })
    const { capturedPaise, givenPaise } = await moneyOf(db, number)
    expect(givenPaise).toBe(capturedPaise)
  })
})

/** Numbers from 0 to 1 that a seed repeats. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const reasons = ['notFound', 'damaged', 'customerAsked'] as const
const sizes = ['S', 'M', 'L'] as const

for (let seed = 1; seed <= 12; seed += 1) {
  test(`whatever is changed, money and stock add up (sequence ${seed}) [board.4] [board.5]`, async ({
    db,
    order,
    send,
  }) => {
    const random = randomOf(seed)
    const below = (count: number) => Math.floor(random() * count)
    const { number, productIds } = await order(
      [
        { pricePaise: 333_33 + below(900_00), quantity: 3 },
        { pricePaise: 100_01 + below(900_00), quantity: 2 },
        { pricePaise: 999_99, quantity: 1 },
      ],
      random() < 0.5 ? 'cash' : 'prepaid',
    )
    let from = 'new'
    let writtenOff = 0
    for (let step = 0; step < 10; step += 1) {
      const item = 1 + below(4)
      const reason = reasons[below(3)]
      const [path, body] = [
        ['/cancel-item', { from, item, reason, quantity: 1 + below(2) }] as const,
        ['/swap-size', { from, item, reason, size: sizes[below(3)] }] as const,
        ['/refunds', { amountPaise: 1 + below(300_00), reason: 'goodwill' }] as const,
        ['/move', { from, move: from === 'ready' ? 'unpack' : 'markReady' }] as const,
      ][below(4)]!
      const before = await moneyOf(db, number)
      const { status, body: answer } = await send(number, path, body)
      expect([200, 400, 404, 409]).toContain(status)
      if (status !== 200) expect(await moneyOf(db, number)).toEqual(before)
      from = answer.result?.state ?? from
      if (status === 200 && reason !== 'customerAsked' && path === '/cancel-item')
        writtenOff += body.quantity
      if (status === 200 && reason !== 'customerAsked' && path === '/swap-size')
        writtenOff += before.lines[item - 1]!.quantity

      const {
        order: now,
        lines,
        refunds: given,
        capturedPaise,
        givenPaise,
      } = await moneyOf(db, number)
      const kept = lines.filter((line) => line.status !== 'Cancelled')
      const costs =
        kept.reduce((sum, { netPaise }) => sum + netPaise, 0) + now.shippingPaise + now.trialPaise
      const goodwill = given
        .filter((refund) => refund.reason === 'goodwill')
        .reduce((sum, { amountPaise }) => sum + amountPaise, 0)
      const paid = now.paymentStatus === 'paid' ? capturedPaise : now.totalPaise
      // Never more than was captured.
      expect(paid - givenPaise).toBe(Math.max(costs - goodwill, 0))
      expect(now.refundedPaise).toBe(givenPaise)
      const duePaise = now.paymentStatus === 'paid' ? 0 : now.totalPaise
      if (answer.result) expect(answer.result.duePaise).toBe(duePaise)

      const moved = await db
        .select()
        .from(stockMoves)
        .where(inArray(stockMoves.productId, productIds))
      const taken = -moved
        .filter((move) => move.reason !== 'counted')
        .reduce((sum, { change }) => sum + change, 0)
      const pieces = kept.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(taken).toBe(pieces + writtenOff)
    }
  })
}

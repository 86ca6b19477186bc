import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import { changeAmountDue } from '#server/commerce/orders/amountDue.ts'
import { payments } from '#server/database/schema/payments.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { lastPush, moneyOf, orderOf, test } from '#tests/support/api/tests/itemChangesTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aRider } from '#tests/support/api/tests/staffTest.ts'
import { stockOf } from '#tests/support/shopper/givens.ts'

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
    const cancelledName = `${cancelled!.productName}, ${cancelled!.size}`
    expect(body.result?.timeline.map(({ text }) => text)).toContain(
      `cancelled an item: ${cancelledName}`,
    )
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

  test('of an unpaid order that costs nothing any more makes it paid, and nothing is collected [board.4]', async ({
    db,
    order,
  }) => {
    const { number } = await order([{ pricePaise: 999_00, quantity: 1 }], 'cash')
    const placed = await orderOf(db, number)

    await db.transaction((tx) =>
      changeAmountDue(tx, placed, {
        mrpTotalPaise: -placed.mrpTotalPaise,
        basePaise: -placed.basePaise,
        couponPaise: -placed.couponPaise,
        totalPaise: -placed.totalPaise,
      }),
    )

    expect(await orderOf(db, number)).toMatchObject({ totalPaise: 0, paymentStatus: 'paid' })
    const expected = await db.select().from(payments).where(eq(payments.orderId, placed.id))
    expect(expected.map(({ status }) => status)).toEqual(['cancelled'])
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
    const late = { amountPaise: 150_00, reason: 'late', refundedPaise: 0 }
    expect((await send(number, '/refunds', late)).body.result?.amounts).toMatchObject({
      ...{ refundedPaise: 150_00, refundablePaise: capturedPaise - 150_00 },
    })
    const rest = {
      ...{ amountPaise: capturedPaise - 150_00, reason: 'goodwill' },
      refundedPaise: 150_00,
    }
    const tooMuch = await send(number, '/refunds', { ...rest, amountPaise: rest.amountPaise + 1 })
    expect(tooMuch).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('At most ₹') },
    })
    expect((await send(number, '/refunds', rest)).status).toBe(200)
    const more = { amountPaise: 1, reason: 'late', refundedPaise: capturedPaise }
    expect((await send(number, '/refunds', more)).status).toBe(409)
    // Somebody who has not seen the refunds gives none.
    expect((await send(number, '/refunds', late)).body.msg).toContain('meanwhile')
    const { refunds: given } = await moneyOf(db, number)
    expect(
      Object.fromEntries(given.map(({ reason, ...row }) => [reason, row.amountPaise])),
    ).toEqual({
      late: 150_00,
      goodwill: rest.amountPaise,
    })
  })

  test('is refused while nothing is paid, and the order is then refunded no more than what is left [board.5]', async ({
    db,
    order,
    send,
  }) => {
    const cash = await order([{ pricePaise: 999_00, quantity: 1 }], 'cash')
    const one = { amountPaise: 1, reason: 'goodwill', refundedPaise: 0 }
    expect((await send(cash.number, '/refunds', one)).status).toBe(409)

    const { number } = await order([{ pricePaise: 999_00, quantity: 1 }])
    await send(number, '/refunds', {
      ...{ amountPaise: 500_00, reason: 'damaged', item: 1, refundedPaise: 0 },
    })
    await send(number, '/move', { move: 'cancel', from: 'new', reason: 'Not wanted any more' })
    const { capturedPaise, givenPaise } = await moneyOf(db, number)
    expect(givenPaise).toBe(capturedPaise)
  })
})

describe('a part of an item that was refunded before', () => {
  test('the refund stays with what is kept, and the cancelled part is refunded in full [board.4] [board.5]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order([{ pricePaise: 500_00, quantity: 2 }])
    const given = { amountPaise: 200_00, reason: 'late', item: 1, refundedPaise: 0 }
    expect((await send(number, '/refunds', given)).status).toBe(200)
    expect((await send(number, '/cancel-item', part)).status).toBe(200)
    const { lines, givenPaise } = await moneyOf(db, number)
    const [kept, cancelled] = lines
    expect(kept).toMatchObject({ status: 'Accepted', refundedPaise: 200_00 })
    expect(cancelled).toMatchObject({ status: 'Cancelled', refundedPaise: cancelled!.netPaise })
    expect(givenPaise).toBe(200_00 + cancelled!.netPaise)
  })

  test('a refund above what the kept part cost is shared with the cancelled one [board.4] [board.5]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order([{ pricePaise: 500_00, quantity: 2 }])
    const given = { amountPaise: 600_00, reason: 'damaged', item: 1, refundedPaise: 0 }
    expect((await send(number, '/refunds', given)).status).toBe(200)
    expect((await send(number, '/cancel-item', part)).status).toBe(200)
    const { lines, givenPaise } = await moneyOf(db, number)
    expect(lines[0]!.refundedPaise).toBe(lines[0]!.netPaise)
    expect(givenPaise).toBe(lines[0]!.netPaise + lines[1]!.netPaise)
  })
})

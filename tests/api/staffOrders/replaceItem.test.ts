import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import type { DoorPayment } from '#contract/staff/riders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { bringToDoor, lastPush, moneyOf, test } from '#tests/support/api/tests/itemChangesTest.ts'
import { deliverWebhook, webhooksOf } from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { noon } from '#tests/support/api/tests/notificationTest.ts'
import { onSale, stockOf } from '#tests/support/shopper/givens.ts'

beforeEach(() => setClock(() => noon))
afterEach(() => setClock())

const other = { from: 'new', item: 1, size: 'L', reason: 'damaged', hasAgreed: true }
// With a coupon of ₹100 the items cost ₹540 and ₹360.
const bag = [
  { pricePaise: 600_00, quantity: 1 },
  { pricePaise: 400_00, quantity: 1 },
]

describe('another item in the place of one', () => {
  test('that costs less is refunded on a paid order, and the broken piece is written off [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number, productIds } = await order(bag)
    const [replaced = ''] = productIds
    const before = await stockOf(db, replaced)
    const productId = await onSale(db, { name: 'Linen shirt', pricePaise: 500_00 })
    const inStock = await stockOf(db, productId)

    const { status, body } = await send(number, '/replace-item', { ...other, productId })

    expect(status).toBe(200)
    const { lines, refunds, capturedPaise, givenPaise } = await moneyOf(db, number)
    expect(lines[0]).toMatchObject({
      ...{ productId, productName: 'Linen shirt', size: 'L', quantity: 1 },
      ...{ couponSharePaise: 60_00, netPaise: 440_00, status: 'Accepted' },
    })
    expect(refunds).toMatchObject([{ reason: 'item_replaced', amountPaise: 100_00 }])
    expect(capturedPaise - givenPaise).toBe(440_00 + 360_00)
    expect(await stockOf(db, replaced)).toEqual(before)
    expect(await stockOf(db, productId)).toEqual({ ...inStock, L: (inStock.L ?? 0) - 1 })
    expect(body.result?.timeline.map(({ text }) => text).join()).toContain('Linen shirt')
    expect(await lastPush(db, 'replaced')).not.toMatch(/₹|Linen/)
  })

  test('that costs more is collected at the door of a cash order [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(bag, 'cash')
    const productId = await onSale(db, { pricePaise: 750_00 })

    const { body } = await send(number, '/replace-item', {
      ...{ ...other, productId, reason: 'customerAsked' },
    })

    const { order: now, lines } = await moneyOf(db, number)
    expect(lines[0]).toMatchObject({ netPaise: 690_00, cgstPaise: lines[0]!.sgstPaise })
    expect(now).toMatchObject({ totalPaise: 690_00 + 360_00, basePaise: 1150_00 })
    expect(body.result).toMatchObject({ duePaise: 1050_00 })
    const isAtDoor = and(eq(payments.orderId, now.id), eq(payments.kind, 'on_delivery'))
    expect(await db.select().from(payments).where(isAtDoor)).toMatchObject([
      { amountPaise: 1050_00 },
    ])
  })

  test('that costs more is collected in cash at the door of a paid order, which its customer sees [board.4] [rider.4]', async ({
    db,
    api,
    me,
    order,
    send,
  }) => {
    const { number } = await order(bag)
    const productId = await onSale(db, { pricePaise: 750_00 })

    const { status, body } = await send(number, '/replace-item', { ...other, productId })

    expect(status).toBe(200)
    expect(body.result).toMatchObject({ isPaid: true, duePaise: 150_00, totalPaise: 1050_00 })
    const { order: now, lines, refunds, capturedPaise } = await moneyOf(db, number)
    expect(lines[0]).toMatchObject({ netPaise: 690_00, cgstPaise: lines[0]!.sgstPaise })
    expect([capturedPaise, now.balancePaise, refunds]).toEqual([900_00, 150_00, []])
    const seen = await api.request(`/api/orders/${now.id}`, withToken(me.token))
    expect(await seen.json()).toMatchObject({
      result: { totalAmount: 1050_00, balanceDue: 150_00, paymentStatus: 'paid' },
    })

    await send(number, '/move', { move: 'markReady', from: 'new' })
    const { agentId, call } = await bringToDoor({ db, api }, send, number)
    const deliver = { move: 'deliver', from: 'onTheWay' }
    expect(await call('/move', { ...deliver, collectedPaise: 0 })).toMatchObject({ status: 400 })
    expect(await call('/move', { ...deliver, collectedPaise: 150_00 })).toMatchObject({
      status: 200,
    })

    const after = await moneyOf(db, number)
    expect([after.capturedPaise, after.order.balancePaise]).toEqual([1050_00, 0])
    const cash = and(eq(payments.orderId, now.id), eq(payments.kind, 'on_delivery'))
    expect(await db.select().from(payments).where(cash)).toMatchObject([
      { status: 'captured', amountPaise: 150_00, collectedById: agentId },
    ])
  })

  test('that costs more is paid by UPI at the door of a paid order [board.4] [rider.4]', async ({
    db,
    api,
    order,
    send,
  }) => {
    const { number } = await order(bag)
    const dearer = await onSale(db, { pricePaise: 750_00 })
    await send(number, '/replace-item', { ...other, productId: dearer })
    await send(number, '/move', { move: 'markReady', from: 'new' })
    const { call } = await bringToDoor({ db, api }, send, number)
    const { body } = await call<DoorPayment>('/door-payment', {})
    expect(body.result).toMatchObject({ state: 'waiting', amountPaise: 150_00 })

    await api.request(new URL(body.result.url ?? '').pathname, { method: 'POST' })
    for (const webhook of await webhooksOf(db)) await deliverWebhook(api, webhook)

    const paid = await moneyOf(db, number)
    expect([paid.capturedPaise, paid.order.balancePaise, paid.refunds]).toEqual([1050_00, 0, []])
    const deliver = { move: 'deliver', from: 'onTheWay' }
    expect(await call('/move', { ...deliver, collectedPaise: 150_00 })).toMatchObject({
      ...{ status: 409, body: { msg: expect.stringContaining('paid already') } },
    })
    expect((await call('/move', deliver)).status).toBe(200)
    const isAtDoor = and(eq(payments.orderId, paid.order.id), eq(payments.kind, 'on_delivery'))
    expect(await db.select().from(payments).where(isAtDoor)).toMatchObject([
      { status: 'cancelled' },
    ])
  })

  test('whose price changes again closes the code that the customer would have paid [board.4] [rider.4]', async ({
    db,
    api,
    order,
    send,
  }) => {
    const { number } = await order(bag)
    const [dearer, dearest] = [
      await onSale(db, { pricePaise: 750_00 }),
      await onSale(db, { pricePaise: 800_00 }),
    ]
    await send(number, '/replace-item', { ...other, productId: dearer })
    const { order: placed } = await moneyOf(db, number)
    const link = { provider: 'sandbox', kind: 'link', status: 'created' } as const
    await db
      .insert(payments)
      .values({ ...link, orderId: placed.id, amountPaise: 150_00, createdAt: noon })

    await send(number, '/replace-item', { ...other, productId: dearest })
    await send(number, '/move', { move: 'markReady', from: 'new' })
    const { call } = await bringToDoor({ db, api }, send, number)

    expect((await call<DoorPayment>('/door-payment', {})).body.result.amountPaise).toBe(200_00)
    const links = await db
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, placed.id), eq(payments.kind, 'link')))
    expect(links.map(({ status, amountPaise }) => [status, amountPaise])).toEqual([
      ['cancelled', 150_00],
      ['created', 200_00],
    ])
  })

  test('that costs more, and is cancelled after all, is refunded with what was paid only [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(bag)
    const dear = await onSale(db, { pricePaise: 750_00 })
    await send(number, '/replace-item', { ...other, productId: dear })

    const cancelled = await send(number, '/cancel-item', {
      ...{ from: 'new', item: 1, quantity: 1, reason: 'customerAsked' },
    })

    expect(cancelled.body.result).toMatchObject({ duePaise: 0 })
    const { refunds, order: now, capturedPaise, givenPaise } = await moneyOf(db, number)
    expect(refunds).toMatchObject([{ reason: 'item_cancelled', amountPaise: 540_00 }])
    expect([capturedPaise - givenPaise, now.balancePaise, now.totalPaise]).toEqual([
      ...[360_00, 0, 900_00],
    ])
    // The summary still adds up, and nothing is collected.
    expect(now).toMatchObject({ mrpTotalPaise: 3249_00, basePaise: 1000_00, couponPaise: 100_00 })
    const isOpen = and(eq(payments.orderId, now.id), eq(payments.status, 'created'))
    expect(await db.$count(payments, isOpen)).toBe(0)
  })

  test('that costs more is collected no longer once the whole order is cancelled [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(bag)
    const dear = await onSale(db, { pricePaise: 750_00 })
    await send(number, '/replace-item', { ...other, productId: dear })

    await send(number, '/move', { move: 'cancel', from: 'new', reason: 'Customer asked' })

    const { order: now, capturedPaise, givenPaise } = await moneyOf(db, number)
    expect([now.status, now.balancePaise, capturedPaise - givenPaise]).toEqual(['Cancelled', 0, 0])
    const isOpen = and(eq(payments.orderId, now.id), eq(payments.status, 'created'))
    expect(await db.$count(payments, isOpen)).toBe(0)
  })

  test('after a refund of nearly everything gives back what is left of the payment, and no more [board.4] [board.5]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(bag)
    const goodwill = { amountPaise: 850_00, reason: 'goodwill', refundedPaise: 0 }
    await send(number, '/refunds', goodwill)
    const productId = await onSale(db, { pricePaise: 200_00 })

    const { status, body } = await send(number, '/replace-item', { ...other, productId })

    expect(status).toBe(200)
    const { refunds, order: now, capturedPaise, givenPaise } = await moneyOf(db, number)
    expect(refunds.map(({ amountPaise }) => amountPaise).sort()).toEqual([50_00, 850_00])
    expect(givenPaise).toBe(capturedPaise)
    expect(now.refundedPaise).toBe(givenPaise)
    expect(body.result?.amounts).toMatchObject({ refundablePaise: 0 })
  })

  test('after a large refund of the item itself keeps no negative amount [board.4] [board.5]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(bag)
    const goodwill = { amountPaise: 500_00, reason: 'damaged', refundedPaise: 0, item: 1 }
    await send(number, '/refunds', goodwill)
    const productId = await onSale(db, { pricePaise: 200_00 })

    expect(await send(number, '/replace-item', { ...other, productId })).toMatchObject({
      status: 200,
    })

    const { lines, refunds, capturedPaise, givenPaise } = await moneyOf(db, number)
    expect(lines[0]).toMatchObject({ netPaise: 140_00, refundedPaise: 140_00 })
    expect(refunds.map(({ amountPaise }) => amountPaise).sort()).toEqual([40_00, 500_00])
    // The other item costs ₹360.
    expect(capturedPaise - givenPaise).toBe(360_00)
  })

  test('needs the customer’s agreement, a size in stock and an item that is for sale [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number, productIds } = await order(bag)
    const productId = await onSale(db, { pricePaise: 500_00, stock: { S: 0, M: 1, L: 0 } })
    const statusOf = async (changes: object) =>
      (await send(number, '/replace-item', { ...other, productId, ...changes })).status

    expect(await statusOf({ hasAgreed: false })).toBe(400)
    expect(await statusOf({ size: 'L' })).toBe(409)
    expect(await statusOf({ size: 'XXXL' })).toBe(400)
    expect(await statusOf({ productId: productIds[0] })).toBe(400)
    expect(await statusOf({ productId: 'no-such-item' })).toBe(404)
    expect(await statusOf({ from: 'ready', size: 'M' })).toBe(409)
    expect(await statusOf({ size: 'M' })).toBe(200)
  })
})

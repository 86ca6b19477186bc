import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'

import { payments } from '#server/database/schema/payments.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { lastPush, moneyOf, test } from '#tests/support/api/itemChangesTest.ts'
import { noon } from '#tests/support/api/notificationTest.ts'
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

  test('that costs more is refused on a paid order, and nothing changes [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(bag)
    const before = await moneyOf(db, number)
    const productId = await onSale(db, { pricePaise: 601_00 })

    expect(await send(number, '/replace-item', { ...other, productId })).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('costs ₹1.00 more') },
    })
    expect(await moneyOf(db, number)).toEqual(before)
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

import { afterEach, beforeEach, describe, expect } from 'vitest'

import { collectCash } from '#server/features/orders/orderOperations.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { bringToDoor, moneyOf, test } from '#tests/support/api/tests/itemChangesTest.ts'
import { noon } from '#tests/support/api/tests/notificationTest.ts'
import { onSale, stockOf } from '#tests/support/shopper/givens.ts'

beforeEach(() => setClock(() => noon))
afterEach(() => setClock())

const other = { from: 'new', item: 1, size: 'S', reason: 'customerAsked', hasAgreed: true }
// With a coupon of ₹100 the items cost ₹540 and ₹360. Each comes in M and L.
const bag = [
  { pricePaise: 600_00, quantity: 1 },
  { pricePaise: 400_00, quantity: 1 },
]

describe('another item in the place of one on trial', () => {
  test('comes in one size, and both sizes of the first one go back on sale [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number, productIds } = await order(bag, 'trial')
    const productId = await onSale(db, { name: 'Linen shirt', pricePaise: 500_00 })

    const { status } = await send(number, '/replace-item', { ...other, productId })

    expect(status).toBe(200)
    const { lines, refunds } = await moneyOf(db, number)
    expect(lines[0]).toMatchObject({ productId, size: 'S', trialSize: null, netPaise: 440_00 })
    expect(refunds).toMatchObject([{ reason: 'item_replaced', amountPaise: 100_00 }])
    expect(await stockOf(db, productIds[0] ?? '')).toEqual({ S: 5, M: 5, L: 5 })
    expect(await stockOf(db, productId)).toEqual({ S: 4, M: 5, L: 5 })
  })

  test('writes off the size that is missing, and the other one goes back on sale [board.4] [pack.2]', async ({
    db,
    order,
    send,
  }) => {
    const { number, productIds } = await order(bag, 'trial')
    const productId = await onSale(db)

    const { status } = await send(number, '/replace-item', {
      ...{ ...other, productId, reason: 'notFound', missingSize: 'L' },
    })

    expect(status).toBe(200)
    expect(await stockOf(db, productIds[0] ?? '')).toEqual({ S: 5, M: 5, L: 0 })
  })

  test('needs to know which of the two sizes is missing [board.4]', async ({ db, order, send }) => {
    const { number } = await order(bag, 'trial')
    const productId = await onSale(db)

    const { status, body } = await send(number, '/replace-item', {
      ...{ ...other, productId, reason: 'damaged' },
    })

    expect([status, body.msg]).toEqual([400, 'Say which size is missing or damaged'])
  })

  test('is refused for a brand without Try & Buy, and nothing changes [board.4]', async ({
    db,
    order,
    send,
  }) => {
    const { number } = await order(bag, 'trial')
    const productId = await onSale(db, { brand: { hasTryAndBuy: false } })
    const before = await moneyOf(db, number)

    const { status, body } = await send(number, '/replace-item', { ...other, productId })

    expect([status, body.msg]).toEqual([400, 'This brand isn’t part of Try & Buy'])
    expect(await moneyOf(db, number)).toEqual(before)
  })
})

describe('at the door, a dearer item of a paid Try & Buy order', () => {
  const keepsAll = [
    { item: 1, size: 'S' },
    { item: 2, size: 'M' },
  ]
  const deliver = { move: 'deliver', from: 'trial' }

  /** The first item, of ₹540, is replaced by one of ₹690, and the rider has begun the trial. */
  const trialTest = test.extend<{
    door: Awaited<ReturnType<typeof bringToDoor>> & { number: string }
  }>({
    door: async ({ db, api, order, send }, use) => {
      const { number } = await order(bag, 'trial')
      const productId = await onSale(db, { pricePaise: 750_00 })
      await send(number, '/replace-item', { ...other, productId })
      await send(number, '/move', { move: 'markReady', from: 'new' })
      await use({ number, ...(await bringToDoor({ db, api }, send, number)) })
    },
  })

  trialTest(
    'has its difference collected, and no other amount [board.4] [rider.3] [rider.4]',
    async ({ db, door: { number, call } }) => {
      const wrong = await call('/move', { ...deliver, kept: keepsAll, collectedPaise: 100_00 })
      const right = await call('/move', { ...deliver, kept: keepsAll, collectedPaise: 150_00 })

      expect([wrong.status, right.status]).toEqual([400, 200])
      const { order, lines, refunds, capturedPaise } = await moneyOf(db, number)
      expect([order.status, order.balancePaise, refunds]).toEqual(['Delivered', 0, []])
      expect(lines.map(({ soldSize }) => soldSize)).toEqual(['S', 'M'])
      expect(capturedPaise).toBe(690_00 + 360_00)
    },
  )

  trialTest(
    'is collected after the trial only, and in cash [board.4] [rider.4]',
    async ({ db, door: { number, call } }) => {
      expect(await call('/door-payment', {})).toMatchObject({
        ...{ status: 409, body: { msg: 'After a trial, take what is due in cash' } },
      })
      await expect(collectCash(db, number)).rejects.toThrow(
        `Order ${number} is paid when its trial is over`,
      )
    },
  )

  trialTest(
    'that goes back is not collected, and what was paid for it is refunded [board.4] [rider.3]',
    async ({ db, door: { number, call } }) => {
      const kept = [{ item: 2, size: 'L' }]
      const { status } = await call('/move', { ...deliver, kept, collectedPaise: 0 })

      expect(status).toBe(200)
      const { order, refunds, capturedPaise, givenPaise } = await moneyOf(db, number)
      expect(order.balancePaise).toBe(0)
      expect(refunds).toMatchObject([{ reason: 'trial_unsold', amountPaise: 540_00 }])
      expect(capturedPaise - givenPaise).toBe(360_00)
    },
  )

  trialTest(
    'is offset by another one that goes back [board.4] [rider.3]',
    async ({ db, door: { number, call } }) => {
      const kept = [{ item: 1, size: 'S' }]
      const { status } = await call('/move', { ...deliver, kept, collectedPaise: 0 })

      expect(status).toBe(200)
      const { refunds, capturedPaise, givenPaise } = await moneyOf(db, number)
      expect(refunds).toMatchObject([{ reason: 'trial_unsold', amountPaise: 210_00 }])
      expect(capturedPaise - givenPaise).toBe(690_00)
    },
  )
})

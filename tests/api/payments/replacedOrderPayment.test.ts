import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Database } from '#server/database/client/connect.ts'
import { cartLines } from '#server/database/schema/carts.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { orders } from '#server/database/schema/orders.ts'
import { refunds } from '#server/database/schema/payments.ts'
import { minuteMs } from '#server/platform/runtime/clock.ts'
import type { Buyer } from '#tests/support/api/tests/checkoutTest.ts'
import {
  advanceClock,
  deliverWebhook,
  payInWindow,
  type StartedPayment,
  startedPaymentOf,
  startPayment,
  sweep,
  test,
  verify,
  webhooksOf,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { addToCart, onSale, saveAddress } from '#tests/support/shopper/givens.ts'

const told = 'You ordered these items again before this payment arrived.'

const statusesOf = async (db: Database) =>
  (
    await db
      .select({
        checkoutStatus: orders.checkoutStatus,
        status: orders.status,
        paid: orders.paymentStatus,
      })
      .from(orders)
      .orderBy(orders.createdAt)
  ).map(({ checkoutStatus, status, paid }) => `${checkoutStatus} ${status} ${paid}`)

const refundsOf = (db: Database) =>
  db.select({ reason: refunds.reason, amountPaise: refunds.amountPaise }).from(refunds)

const onHand = async (db: Database, productId: string) =>
  Object.fromEntries(
    (await db.select().from(stockLevels).where(eq(stockLevels.productId, productId))).map(
      ({ size, onHand: count }) => [size, count],
    ),
  )

const changeLine = (
  db: Database,
  { userId }: Buyer,
  change: Partial<typeof cartLines.$inferInsert>,
) => db.update(cartLines).set(change).where(eq(cartLines.userId, userId))

describe('a payment for an order whose bag was ordered again', () => {
  test('by cash is refunded once and the customer reads why [checkout.10] [order.11]', async ({
    api,
    db,
    me,
    kurta,
    place,
    startedPayment,
  }) => {
    const cash = await place()
    const { response: paid } = await payInWindow(api, startedPayment)

    const verified = await verify(api, me, paid)
    for (const webhook of await webhooksOf(db)) await deliverWebhook(api, webhook)
    await sweep(db)

    expect([cash.status, verified.status]).toEqual([200, 409])
    expect(verified.response).toMatchObject({ msg: expect.stringContaining(told) as string })
    expect(await statusesOf(db)).toEqual(['completed Cancelled paid', 'completed Accepted Pending'])
    expect(await refundsOf(db)).toEqual([{ reason: 'replaced', amountPaise: 999_00 }])
    expect(await onHand(db, kurta)).toMatchObject({ M: 4 })
    const read = async (path: string) =>
      (await api.request(path, withToken(me.token))).json() as Promise<unknown>
    const { _id } = startedPayment.order
    expect(await read(`/api/orders/payment/${_id}`)).toMatchObject({
      result: { state: 'replaced' },
    })
    expect(await read(`/api/orders/${_id}`)).toMatchObject({
      result: { orderStatus: 'Cancelled', refund: { amount: 999_00, reason: 'replaced' } },
    })
  })

  test('keeps its outcome whatever becomes of its refund [checkout.10] [order.11]', async ({
    api,
    db,
    me,
    place,
    startedPayment,
  }) => {
    await place()
    const { response: paid } = await payInWindow(api, startedPayment)
    await verify(api, me, paid)

    await db.update(refunds).set({ reason: 'cancelled' })

    const { _id } = startedPayment.order
    const read = async (path: string) => (await api.request(path, withToken(me.token))).json()
    expect((await verify(api, me, paid)).response).toMatchObject({
      msg: expect.stringContaining(told) as string,
    })
    expect(await read(`/api/orders/payment/${_id}`)).toMatchObject({
      result: { state: 'replaced' },
    })
    expect(await read(`/api/orders/${_id}`)).toMatchObject({
      result: { refund: { reason: 'replaced' } },
    })
  })

  test('by cash after it had expired is refunded [checkout.10]', async ({
    api,
    db,
    me,
    place,
    startedPayment,
  }) => {
    advanceClock(16 * minuteMs)
    await sweep(db)
    await place()
    const { response: paid } = await payInWindow(api, startedPayment)

    expect((await verify(api, me, paid)).status).toBe(409)

    expect(await statusesOf(db)).toEqual(['completed Cancelled paid', 'completed Accepted Pending'])
  })

  test('by cash in another size is refunded [checkout.10]', async ({
    api,
    db,
    me,
    kurta,
    place,
    startedPayment,
  }) => {
    await changeLine(db, me, { size: 'L' })
    await place()
    await payInWindow(api, startedPayment)

    for (const webhook of await webhooksOf(db)) await deliverWebhook(api, webhook)

    expect(await statusesOf(db)).toEqual(['completed Cancelled paid', 'completed Accepted Pending'])
    expect(await onHand(db, kurta)).toMatchObject({ M: 5, L: 4 })
  })

  describe.each(['first', 'last'] as const)('online is refunded if it arrives %s', (arrival) => {
    async function payBoth(
      api: Parameters<typeof verify>[0],
      me: Buyer,
      payments: { replaced: StartedPayment; next: StartedPayment },
    ) {
      const { replaced, next } = payments
      const inOrder = arrival === 'first' ? [replaced, next] : [next, replaced]
      const statuses: number[] = []
      for (const payment of inOrder) {
        const { response: paid } = await payInWindow(api, payment)
        statuses.push((await verify(api, me, paid)).status)
      }
      return arrival === 'first' ? statuses : statuses.reverse()
    }

    test('and the next order has another quantity [checkout.10]', async ({
      api,
      db,
      me,
      kurta,
      startedPayment,
    }) => {
      await changeLine(db, me, { quantity: 2 })
      const next = startedPaymentOf(await startPayment(api, me))

      const statuses = await payBoth(api, me, { replaced: startedPayment, next })

      expect(statuses).toEqual([409, 200])
      expect(await statusesOf(db)).toEqual(['completed Cancelled paid', 'completed Accepted paid'])
      expect(await refundsOf(db)).toEqual([{ reason: 'replaced', amountPaise: 999_00 }])
      expect(await onHand(db, kurta)).toMatchObject({ M: 3 })
      expect(await db.$count(cartLines)).toBe(0)
    })

    test('and the next order goes to another address [checkout.10]', async ({
      api,
      db,
      me,
      startedPayment,
    }) => {
      const work = { ...me, addressId: await saveAddress(db, me.userId, { street: '9 Ring Road' }) }
      const next = startedPaymentOf(await startPayment(api, work))

      const statuses = await payBoth(api, me, { replaced: startedPayment, next })

      expect(statuses).toEqual([409, 200])
      expect(await refundsOf(db)).toEqual([{ reason: 'replaced', amountPaise: 999_00 }])
    })
  })
})

describe('two orders that are both wanted', () => {
  test('the same item, bought twice: both are placed [order.8]', async ({
    api,
    db,
    me,
    kurta,
    place,
    startedPayment,
  }) => {
    await verify(api, me, (await payInWindow(api, startedPayment)).response)
    await addToCart(db, me.userId, { productId: kurta })
    await place()
    await addToCart(db, me.userId, { productId: kurta })
    const again = startedPaymentOf(await startPayment(api, me))
    await verify(api, me, (await payInWindow(api, again)).response)

    expect(await statusesOf(db)).toEqual([
      'completed Accepted paid',
      'completed Accepted Pending',
      'completed Accepted paid',
    ])
    expect(await refundsOf(db)).toEqual([])
  })

  test('an order of other items does not replace an unpaid one [checkout.10]', async ({
    api,
    db,
    me,
    place,
    startedPayment,
  }) => {
    await db.delete(cartLines).where(eq(cartLines.userId, me.userId))
    await addToCart(db, me.userId, { productId: await onSale(db) })
    await place()
    const { response: paid } = await payInWindow(api, startedPayment)

    expect((await verify(api, me, paid)).status).toBe(200)

    expect(await statusesOf(db)).toEqual(['completed Accepted paid', 'completed Accepted Pending'])
  })
})

import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { refunds, sandboxObjects } from '#server/database/schema/payments.ts'
import { shippingCharges } from '#server/database/schema/storefront.ts'
import { updateObject } from '#server/demo/payments/sandboxStore.ts'
import { readStuckRefunds } from '#server/features/payments/sendRefunds.ts'
import { sweepPayments } from '#server/features/payments/reconcilePayments.ts'
import { clock, minuteMs, setClock } from '#server/platform/runtime/clock.ts'
import { hexHmac, razorpay } from '#server/platform/payments/razorpay.ts'
import { refundLine, refundOrder } from '#server/commerce/orders/refunds.ts'
import { sqlState } from '#server/database/client/transaction.ts'
import { orderRequest, placeOrder } from '#tests/support/api/tests/checkoutTest.ts'
import * as given from '#tests/support/shopper/givens.ts'
import {
  startedPaymentOf,
  advanceClock,
  payInWindow,
  sweep,
  deliverWebhook,
  test as paymentTest,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { sandboxKeys } from '#tests/support/api/testDeps.ts'

/** SQLSTATEs of PostgreSQL. */
const [foreignKeyViolation, uniqueViolation] = ['23503', '23505']

type Paid = {
  /** Two lines with a coupon of ₹100 and ₹49 shipping, paid online. */
  orderId: string
  read: () => Promise<Order>
  cancel: () => Promise<number>
}

const test = paymentTest.extend<Paid>({
  orderId: async ({ api, db, me, kurta, viewCart }, use) => {
    await db
      .insert(shippingCharges)
      .values({ shippingType: 'Standard', chargePaise: 49_00 })
      .onConflictDoUpdate({ target: shippingCharges.shippingType, set: { chargePaise: 49_00 } })
    const { id: couponId } = await given.aCoupon(db)
    await given.addToCart(db, me.userId, { productId: kurta, couponId })
    await given.addToCart(db, me.userId, { productId: kurta, size: 'S', quantity: 2, couponId })
    const changes = { totalAmount: 2946_00, paymentMethod: 'prepaid' }
    const startedPayment = startedPaymentOf(
      await placeOrder(api, me, { body: orderRequest(me, await viewCart(), changes) }),
    )
    await verify(api, me, (await payInWindow(api, startedPayment)).response)
    await use(startedPayment.order._id)
  },
  read: async ({ api, me, orderId }, use) =>
    use(async () => {
      const response = await api.request(`/api/orders/${orderId}`, withToken(me.token))
      return ((await response.json()) as { result: Order }).result
    }),
  cancel: async ({ api, me, orderId, read }, use) =>
    use(async () => {
      const orderItemIds = (await read()).products.map(({ _id }) => _id)
      const body = { orderId, orderItemIds }
      return (await api.request('/api/orders/cancel', withToken(me.token, 'PUT', body))).status
    }),
})

const unresponsiveProvider = razorpay(sandboxKeys, {
  name: 'sandbox',
  pauseMs: 0,
  fetch: () => new Response(null, { status: 503 }),
})

describe('refunds', () => {
  test('cover everything including charges when the order is cancelled [order.11] [order.3]', async ({
    db,
    cancel,
    read,
  }) => {
    const first = await cancel()
    const readOrder = await read()
    const again = await cancel()
    await sweep(db)

    expect([first, again]).toEqual([200, 409])
    const amount = 2946_00
    const part = { amount, to: 'UPI', startedAt: expect.any(String) }
    expect(readOrder.refund).toEqual({
      ...{ amount, status: 'pending' },
      parts: [{ ...part, status: 'pending', settledAt: null, reference: null }],
    })
    const settled = { settledAt: expect.any(String), reference: expect.stringMatching(/^rfnd_/) }
    expect((await read()).refund).toEqual({
      ...{ amount, status: 'processed' },
      parts: [{ ...part, ...settled, status: 'processed' }],
    })
    expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: 2946_00 }])
  })

  test('of a surplus payment are not shown on the order [order.11]', async ({
    db,
    orderId,
    cancel,
    read,
  }) => {
    await cancel()
    await sweep(db)
    const { refund } = await read()
    const [own] = await db.select().from(refunds)
    const surplus = { reason: 'paid_twice', reference: 'surplus', amountPaise: 2946_00 } as const
    const due = { createdAt: clock.now(), nextAttemptAt: clock.now() }
    await db.insert(refunds).values({ ...surplus, ...due, orderId, paymentId: own!.paymentId })

    expect((await read()).refund).toEqual(refund)
  })

  test('cover a line’s net share once, and never charges [order.11]', async ({
    db,
    orderId,
    read,
  }) => {
    const netAmounts = (await read()).products.map(({ netAmount }) => netAmount ?? 0)
    const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
    const amounts = []

    for (const { id: lineId } of [...lines, ...lines]) {
      amounts.push(await db.transaction((tx) => refundLine(tx, { lineId, reason: 'returned' })))
    }
    await sweep(db)

    expect(amounts.slice(0, 2).toSorted((a, b) => a - b)).toEqual([965_67, 1931_33])
    expect(amounts.slice(2)).toEqual([0, 0])
    expect(netAmounts.toSorted((a, b) => a - b)).toEqual([965_67, 1931_33])
    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    expect(order?.refundedPaise).toBe(2897_00)
    const providerRefunds = await db
      .select()
      .from(sandboxObjects)
      .where(eq(sandboxObjects.kind, 'refund'))
    expect(providerRefunds).toHaveLength(2)
    const ofLines = (await db.select().from(refunds)).map(({ lineId }) => lineId)
    expect(ofLines.toSorted()).toEqual(lines.map(({ id }) => id).toSorted())
  })

  test('that the bank has refused are not counted as refunded by another attempt [order.11]', async ({
    db,
    orderId,
  }) => {
    const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
    const refund = { lineId: line!.id, reason: 'returned' } as const
    await db.transaction((tx) => refundLine(tx, refund))
    await db.update(refunds).set({ status: 'failed' })
    await db.update(orderLines).set({ refundedPaise: 0 })
    await db.update(orders).set({ refundedPaise: 0 })

    expect(await db.transaction((tx) => refundLine(tx, refund))).toBe(0)

    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    expect(order?.refundedPaise).toBe(0)
    expect(await db.$count(refunds)).toBe(1)
  })

  test('that the bank has refused are not shown with those of the cancelled order [order.11]', async ({
    db,
    orderId,
  }) => {
    const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
    await db.transaction((tx) => refundLine(tx, { lineId: line!.id, reason: 'returned' }))
    await db.update(refunds).set({ status: 'failed' })

    await db.transaction((tx) => refundOrder(tx, orderId, 'cancelled'))

    const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
    expect(order?.refundedPaise).toBe(2946_00)
  })

  test('are retried until the provider responds, and paid once [order.11]', async ({
    db,
    cancel,
    read,
  }) => {
    await cancel()

    await sweepPayments(db, unresponsiveProvider)
    const before = await read()
    await sweep(db)
    const tooEarly = await read()
    const later = clock.later(2 * 60_000)
    setClock(() => later)
    await sweep(db)
    await sweep(db)

    expect([before, tooEarly].map(({ refund }) => refund?.status)).toEqual(['pending', 'pending'])
    expect((await read()).refund?.status).toBe('processed')
    const providerRefunds = await db
      .select()
      .from(sandboxObjects)
      .where(eq(sandboxObjects.kind, 'refund'))
    expect(providerRefunds).toHaveLength(1)
  })

  test('are retried after pauses that double, up to an hour [order.11]', async ({ db, cancel }) => {
    await cancel()
    const pausesInMinutes = []

    for (let attempt = 0; attempt < 8; attempt++) {
      const startedAt = clock.now()
      setClock(() => startedAt)
      await sweepPayments(db, unresponsiveProvider)
      const [refund] = await db.select().from(refunds)
      const pauseMs = (refund?.nextAttemptAt.getTime() ?? 0) - startedAt.getTime()
      pausesInMinutes.push(pauseMs / minuteMs)
      advanceClock(pauseMs)
    }

    expect(pausesInMinutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('that fail at the bank are retried after an hour, and paid once [order.11]', async ({
    api,
    db,
    cancel,
    read,
  }) => {
    await cancel()
    const requests: string[] = []
    const slow = razorpay(sandboxKeys, {
      name: 'sandbox',
      pauseMs: 0,
      fetch: (url, { method }) => {
        requests.push(`${method} ${new URL(url).pathname.replace(/pay_\w+/, 'pay')}`)
        const [id, status] = ['rfnd_1', 'pending']
        return Response.json({ id, payment_id: 'pay_1', amount: 2946_00, status })
      },
    })
    const reportStatus = async (status: 'failed' | 'processed') => {
      const refund = { entity: { id: 'rfnd_1', payment_id: 'pay_1', amount: 2946_00, status } }
      const body = JSON.stringify({ event: `refund.${status}`, payload: { refund } })
      const signature = hexHmac(sandboxKeys.webhookSecret, body)
      return deliverWebhook(api, { id: `evt_${status}`, body, signature })
    }
    await sweepPayments(db, slow)
    advanceClock(2 * 60_000)
    await sweepPayments(db, slow)
    // The refund is sent once and queried from then on.
    expect(requests).toEqual(['POST /v1/payments/pay/refund', 'GET /v1/refunds/rfnd_1'])
    // A refund that the bank is processing is not stuck, however long it takes.
    await db.update(refunds).set({ tries: 10 })
    expect(await readStuckRefunds(db)).toEqual([])

    expect(await reportStatus('failed')).toBe(200)
    // The first final status counts.
    await reportStatus('processed')
    advanceClock(59 * 60_000)
    await sweep(db)
    expect((await read()).refund).toMatchObject({ amount: 2946_00, status: 'pending' })
    expect(await readStuckRefunds(db)).toMatchObject([
      { amountPaise: 2946_00, reason: 'cancelled' },
    ])
    advanceClock(60_000)
    await sweep(db)

    expect((await read()).refund).toMatchObject({ amount: 2946_00, status: 'processed' })
    expect(await readStuckRefunds(db)).toEqual([])
    const all = await db.select().from(refunds).orderBy(refunds.createdAt)
    expect(all).toMatchObject([
      { status: 'failed', amountPaise: 2946_00, retryOfId: null },
      { status: 'processed', amountPaise: 2946_00, retryOfId: all[0]?.id },
    ])
    expect(all[1]?.reference).toBe(all[0]?.reference)
    const sent = await db.select().from(sandboxObjects).where(eq(sandboxObjects.kind, 'refund'))
    expect(sent).toHaveLength(1)
  })

  test('are tried again once by the same cause, which is still refunded once [order.11] [safe.4]', async ({
    db,
    cancel,
  }) => {
    await cancel()
    const [failed] = await db.update(refunds).set({ status: 'failed' }).returning()
    const { id, paymentId, orderId, reason, reference, amountPaise } = failed!
    const refund = { paymentId, orderId, reason, reference, amountPaise }
    const add = (retryOfId: string | null) =>
      db
        .transaction((tx) => tx.insert(refunds).values({ ...refund, retryOfId }))
        .then(() => 'created', sqlState)

    expect([await add(id), await add(id), await add(null), await add('unknown')]).toEqual([
      'created',
      uniqueViolation,
      uniqueViolation,
      foreignKeyViolation,
    ])
    await db.transaction((tx) => refundOrder(tx, orderId, 'cancelled'))
    expect(await db.$count(refunds)).toBe(2)
  })

  test('continue while the payment of another order cannot be settled [order.11] [checkout.10]', async ({
    api,
    db,
    me,
    kurta,
    place,
    cancel,
    read,
  }) => {
    await cancel()
    await given.addToCart(db, me.userId, { productId: kurta, size: 'L' })
    const startedPayment = startedPaymentOf(
      await place({ totalAmount: 1048_00, paymentMethod: 'prepaid' }),
    )
    const { razorpay_payment_id: paymentId = '' } = (await payInWindow(api, startedPayment))
      .response
    await updateObject(db, paymentId, { amount: 1e30 })
    advanceClock(60_000)

    await expect(sweep(db)).rejects.toThrow()

    expect((await read()).refund?.status).toBe('processed')
  })

  test('are not created for a cancelled unpaid order [order.11]', async ({
    api,
    db,
    me,
    kurta,
    place,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta })
    const { order } = startedPaymentOf(await place())
    const { result } = await (
      await api.request(`/api/orders/${order._id}`, withToken(me.token))
    ).json()
    const body = { orderId: order._id, orderItemIds: [result.products[0]._id] }

    await api.request('/api/orders/cancel', withToken(me.token, 'PUT', body))

    expect(await db.$count(refunds)).toBe(0)
    expect(await db.select().from(orderLines)).toMatchObject([{ refundedPaise: 0 }])
  })
})

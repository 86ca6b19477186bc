import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { products } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { coupons } from '#server/database/schema/carts.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { orders } from '#server/database/schema/orders.ts'
import { refunds } from '#server/database/schema/payments.ts'
import { sessions } from '#server/database/schema/users.ts'
import { eraseUser } from '#server/features/account/personalData.ts'
import { hexHmac } from '#server/platform/payments/razorpay.ts'
import { orderRequest, placeOrder } from '#tests/support/api/tests/checkoutTest.ts'
import { aCoupon, addToCart } from '#tests/support/shopper/givens.ts'
import {
  type StartedPayment,
  startedPaymentOf,
  advanceClock,
  webhooksOf,
  payInWindow,
  sweep,
  deliverWebhook,
  test,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { sandboxKeys } from '#tests/support/api/testDeps.ts'
import { minuteMs } from '#server/platform/runtime/clock.ts'

/** Subscribes a browser to order notifications. */
async function listenFor(db: Database, userId: string) {
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId))
  await db.insert(pushSubscriptions).values({
    userId,
    sessionId: session?.id ?? '',
    endpoint: 'https://push.example/1',
    p256dh: 'key',
    auth: 'auth',
    topics: ['orders'],
  })
}

describe('a payment for an expired order', () => {
  test('places the order if its items are still in stock [checkout.10]', async ({
    api,
    db,
    me,
    kurta,
    startedPayment,
    checkoutStatusOf,
  }) => {
    advanceClock(16 * minuteMs)
    await sweep(db)
    const expired = await checkoutStatusOf(startedPayment.order._id)
    const { response: paid } = await payInWindow(api, startedPayment)

    const { status } = await verify(api, me, paid)

    expect([expired, await checkoutStatusOf(startedPayment.order._id), status]).toEqual([
      'expired',
      'completed',
      200,
    ])
    const [product] = await db.select().from(products).where(eq(products.id, kurta))
    expect(product?.stock.indore).toMatchObject({ M: 4 })
  })

  test('is refunded once if they are sold out, and the customer is notified [checkout.10] [order.11]', async ({
    api,
    db,
    me,
    kurta,
    startedPayment,
  }) => {
    await listenFor(db, me.userId)
    advanceClock(16 * minuteMs)
    await sweep(db)
    await db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.productId, kurta))
    const { response: paid } = await payInWindow(api, startedPayment)

    const response = await verify(api, me, paid)
    for (const webhook of await webhooksOf(db)) await deliverWebhook(api, webhook)
    await sweep(db)
    await sweep(db)

    expect(response).toMatchObject({ status: 409, response: { msg: /refund the full amount/ } })
    const order = await (
      await api.request(`/api/orders/${startedPayment.order._id}`, withToken(me.token))
    ).json()
    expect(order.result).toMatchObject({
      orderStatus: 'Cancelled',
      paymentStatus: 'paid',
      refund: { amount: 999_00, status: 'processed' },
    })
    expect(await db.select().from(refunds)).toMatchObject([
      { amountPaise: 999_00, reason: 'late_payment', status: 'processed' },
    ])
    expect(JSON.stringify(await db.select().from(jobs))).toContain('Your refund is on its way')
    const [size] = await db.select().from(stockLevels).where(eq(stockLevels.productId, kurta))
    expect(size?.onHand).toBe(0)
  })

  test('is refunded if the order was paid already, and the order stays [safe.4] [checkout.10]', async ({
    api,
    db,
    me,
    startedPayment,
    checkoutStatusOf,
  }) => {
    const { response: paid } = await payInWindow(api, startedPayment)
    await verify(api, me, paid)
    const [captured] = await webhooksOf(db)
    const body = captured!.body.replaceAll(paid.razorpay_payment_id!, 'pay_another0000000')
    const signature = hexHmac(sandboxKeys.webhookSecret, body)

    for (const id of ['evt_1', 'evt_2']) await deliverWebhook(api, { id, body, signature })

    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('completed')
    expect(await db.select().from(refunds)).toMatchObject([
      { amountPaise: 999_00, reason: 'paid_twice' },
    ])
    const [order] = await db.select().from(orders)
    expect(order).toMatchObject({ status: 'Accepted', refundedPaise: 0 })
  })

  test('does not redeem a coupon twice [safe.4] [checkout.10]', async ({
    api,
    db,
    me,
    kurta,
    viewCart,
  }) => {
    const { id: couponId } = await aCoupon(db)
    await addToCart(db, me.userId, { productId: kurta, couponId })
    const startedPayments: StartedPayment[] = []
    for (let nth = 0; nth < 3; nth++) {
      const changes = { totalAmount: 899_00, paymentMethod: 'prepaid' }
      startedPayments.push(
        startedPaymentOf(
          await placeOrder(api, me, { body: orderRequest(me, await viewCart(), changes) }),
        ),
      )
      advanceClock(50 * minuteMs)
      await sweep(db)
    }

    const statuses = []
    for (const payment of startedPayments) {
      statuses.push((await verify(api, me, (await payInWindow(api, payment)).response)).status)
    }

    // The last one is the order of this bag; it replaced the others.
    expect(statuses).toEqual([409, 409, 200])
    expect(await db.select({ used: coupons.used }).from(coupons)).toEqual([{ used: 1 }])
    const back = { amountPaise: 899_00, reason: 'replaced' }
    expect(await db.select().from(refunds)).toMatchObject([back, back])
    const [product] = await db.select().from(products).where(eq(products.id, kurta))
    expect(product?.stock.indore).toMatchObject({ M: 4 })
  })

  test('is refunded if the account was deleted [law.1] [checkout.10]', async ({
    api,
    db,
    me,
    startedPayment,
  }) => {
    advanceClock(16 * minuteMs)
    await sweep(db)
    await eraseUser(db, me.userId)
    await payInWindow(api, startedPayment)

    for (const webhook of await webhooksOf(db)) await deliverWebhook(api, webhook)

    expect(await db.select().from(orders)).toMatchObject([{ status: 'Cancelled' }])
    expect(await db.select().from(refunds)).toMatchObject([{ amountPaise: 999_00 }])
  })
})

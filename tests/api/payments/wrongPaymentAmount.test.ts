import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments, refunds, sandboxObjects } from '#server/database/schema/payments.ts'
import { updateObject } from '#server/demo/payments/sandboxStore.ts'
import { hexHmac } from '#server/platform/payments/razorpay.ts'
import {
  startPayment,
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

const refundsOf = /didn’t match the price of this order. We’ll refund the full amount/

/** The provider's webhook with another amount and a valid signature. */
async function webhookWithAmount(db: Database, { amount }: { amount: number }) {
  const webhooks = await webhooksOf(db)
  return webhooks.map(({ id, body: original }) => {
    const body = original.replaceAll('"amount":99900', `"amount":${amount}`)
    return { id, body, signature: hexHmac(sandboxKeys.webhookSecret, body) }
  })
}

const requestedRefunds = (db: Database) =>
  db.select().from(sandboxObjects).where(eq(sandboxObjects.kind, 'refund'))

describe('a payment of the wrong amount', () => {
  test.for([
    ['less', 500_00],
    ['more', 1500_00],
  ] as const)(
    'that is %s is refunded once, and its order is cancelled [safe.4] [checkout.10]',
    async ([, amount], { api, db, me, kurta, startedPayment }) => {
      const { response: paid } = await payInWindow(api, startedPayment)
      await updateObject(db, paid.razorpay_payment_id!, { amount })

      const first = await verify(api, me, paid)
      const again = await verify(api, me, paid)
      for (const webhook of await webhookWithAmount(db, { amount }))
        expect(await deliverWebhook(api, webhook)).toBe(200)
      await sweep(db)
      await sweep(db)

      for (const { status, response } of [first, again]) {
        expect({ status, msg: response.msg }).toEqual({
          status: 409,
          msg: expect.stringMatching(refundsOf),
        })
      }
      expect(await db.select().from(refunds)).toMatchObject([
        { amountPaise: amount, reason: 'wrong_amount', status: 'processed' },
      ])
      expect(await requestedRefunds(db)).toMatchObject([{ body: { amount } }])
      const seen = await api.request(`/api/orders/${startedPayment.order._id}`, withToken(me.token))
      expect((await seen.json()).result).toMatchObject({
        orderStatus: 'Cancelled',
        refund: { amount, status: 'processed' },
      })
      const [product] = await db.select().from(products).where(eq(products.id, kurta))
      expect(product?.stock.indore).toEqual({ S: 5, M: 5, L: 5 })
    },
  )

  test('is reported as refunded to the page, and the same bag is a new order [checkout.10]', async ({
    api,
    db,
    me,
    startedPayment,
  }) => {
    await payInWindow(api, startedPayment)
    for (const webhook of await webhookWithAmount(db, { amount: 1_00 }))
      await deliverWebhook(api, webhook)

    const response = await api.request(
      `/api/orders/payment/${startedPayment.order._id}`,
      withToken(me.token),
    )
    const next = startedPaymentOf(await startPayment(api, me))
    const { response: paid } = await payInWindow(api, next)

    expect((await response.json()).result.state).toBe('wrong')
    expect(next.order._id).not.toBe(startedPayment.order._id)
    expect((await verify(api, me, paid)).status).toBe(200)
  })

  test('is refunded when the sweep finds it after the reservation ended [checkout.10]', async ({
    api,
    db,
    kurta,
    startedPayment,
  }) => {
    advanceClock(16 * minuteMs)
    await sweep(db)
    const { response: paid } = await payInWindow(api, startedPayment)
    await updateObject(db, paid.razorpay_payment_id!, { amount: 998_00 })
    advanceClock(30 * minuteMs)

    await sweep(db)

    expect(await db.select().from(orders)).toMatchObject([
      { checkoutStatus: 'completed', status: 'Cancelled', refundedPaise: 998_00 },
    ])
    const [product] = await db.select().from(products).where(eq(products.id, kurta))
    expect(product?.stock.indore).toEqual({ S: 5, M: 5, L: 5 })
  })

  test('in another currency is refunded in it, and not shown as rupees [checkout.10]', async ({
    api,
    db,
    me,
    startedPayment,
  }) => {
    const { response: paid } = await payInWindow(api, startedPayment)
    await updateObject(db, paid.razorpay_payment_id!, { currency: 'USD' })

    const { response } = await verify(api, me, paid)
    await sweep(db)

    expect(response.msg).toMatch(refundsOf)
    expect(await db.select().from(payments)).toMatchObject([{ currency: 'USD' }])
    expect(await requestedRefunds(db)).toMatchObject([
      { body: { amount: 999_00, currency: 'USD' } },
    ])
    expect(await db.select().from(orders)).toMatchObject([
      { status: 'Cancelled', refundedPaise: 0 },
    ])
  })

  test('in addition to the right one is refunded, and the order stays [checkout.10]', async ({
    api,
    db,
    me,
    startedPayment,
  }) => {
    const { response: paid } = await payInWindow(api, startedPayment)
    await verify(api, me, paid)
    const [first] = await webhookWithAmount(db, { amount: 7_00 })
    const body = first!.body.replaceAll(paid.razorpay_payment_id!, 'pay_another0000000')
    const signature = hexHmac(sandboxKeys.webhookSecret, body)

    for (const id of ['evt_1', 'evt_2']) await deliverWebhook(api, { id, body, signature })

    expect(await db.select().from(refunds)).toMatchObject([
      { amountPaise: 7_00, reason: 'paid_twice' },
    ])
    expect(await db.select().from(orders)).toMatchObject([{ status: 'Accepted', refundedPaise: 0 }])
  })
})

test('of an order cancelled after payment is reported as such, however often it is verified [order.11] [checkout.8]', async ({
  api,
  me,
  startedPayment,
}) => {
  const { response: paid } = await payInWindow(api, startedPayment)
  const placed = await verify(api, me, paid)
  const path = `/api/orders/${startedPayment.order._id}`
  const { result } = await (await api.request(path, withToken(me.token))).json()
  const orderItemIds = [result.products[0]._id]
  const cancel = withToken(me.token, 'PUT', { orderId: startedPayment.order._id, orderItemIds })
  await api.request('/api/orders/cancel', cancel)

  const again = await verify(api, me, paid)
  const verified = await api.request(
    `/api/orders/payment/${startedPayment.order._id}`,
    withToken(me.token),
  )

  expect([placed.status, again.status]).toEqual([200, 409])
  expect(again.response.msg).toBe(
    'This order was cancelled. You can track your refund in My Orders.',
  )
  expect((await verified.json()).result.state).toBe('cancelled')
})

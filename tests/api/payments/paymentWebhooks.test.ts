import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { products } from '#server/database/schema/catalogue.ts'
import { payments, refunds, webhookEvents } from '#server/database/schema/payments.ts'
import { hexHmac } from '#server/platform/payments/razorpay.ts'
import * as given from '#tests/support/shopper/givens.ts'
import {
  startPayment,
  startedPaymentOf,
  advanceClock,
  webhooksOf,
  payInWindow,
  sweep,
  deliverWebhook,
  test,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { sandboxKeys } from '#tests/support/api/testDeps.ts'
import { minuteMs } from '#server/platform/runtime/clock.ts'

describe('a payment that no browser reports', () => {
  test('is settled by webhooks, once, in any order [checkout.10]', async ({
    api,
    db,
    startedPayment,
    checkoutStatusOf,
  }) => {
    await payInWindow(api, startedPayment)
    const [captured, paid] = await webhooksOf(db)

    const responses = []
    for (const webhook of [paid!, captured!, paid!, captured!])
      responses.push(await deliverWebhook(api, webhook))

    expect(responses).toEqual([200, 200, 200, 200])
    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('completed')
    expect(await db.$count(payments, eq(payments.status, 'captured'))).toBe(1)
    expect(await db.$count(webhookEvents)).toBe(2)
    expect(await db.$count(refunds)).toBe(0)
  })

  test('is refused without the provider’s signature [safe.4] [checkout.10]', async ({
    api,
    db,
    startedPayment,
    checkoutStatusOf,
  }) => {
    await payInWindow(api, startedPayment)
    const [captured] = await webhooksOf(db)
    const again = JSON.stringify(JSON.parse(captured!.body), null, 1)
    const forgeries = [
      { ...captured!, signature: '0'.repeat(64) },
      { ...captured!, signature: '' },
      { ...captured!, signature: hexHmac(sandboxKeys.keySecret, captured!.body) },
      { ...captured!, body: again },
    ]

    for (const forged of forgeries) expect(await deliverWebhook(api, forged)).toBe(400)

    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('awaiting_payment')
    expect(await db.$count(webhookEvents)).toBe(0)
  })

  test('unknown events are accepted and ignored [checkout.10]', async ({ api, db }) => {
    const bodies = ['{"event":"invoice.paid","payload":{}}', '{"entity":"event"}', 'no json']

    for (const [at, body] of bodies.entries()) {
      const signature = hexHmac(sandboxKeys.webhookSecret, body)
      expect(await deliverWebhook(api, { id: `evt_${at}`, body, signature })).toBe(200)
    }

    const names = await db
      .select({ name: webhookEvents.name })
      .from(webhookEvents)
      .orderBy(webhookEvents.id)
    expect(names.map(({ name }) => name)).toEqual(['invoice.paid', 'unknown', 'unknown'])
  })

  test('for an order or a link that the store does not know changes nothing [checkout.10] [safe.4]', async ({
    api,
    db,
    startedPayment,
    checkoutStatusOf,
  }) => {
    const entity = { id: 'pay_x', amount: 999_00, currency: 'INR', status: 'captured' }
    const payment = { entity: { ...entity, order_id: 'order_of_another_store' } }
    const short_url = 'https://pay.example/x'
    const link = { id: 'plink_x', short_url, amount: 999_00, status: 'paid' }
    const events = [
      { event: 'payment.captured', payload: { payment } },
      { event: 'payment.captured', payload: { payment: { entity } } },
      { event: 'payment_link.paid', payload: { payment, payment_link: { entity: link } } },
    ]

    for (const [at, event] of events.entries()) {
      const body = JSON.stringify(event)
      const signature = hexHmac(sandboxKeys.webhookSecret, body)
      expect(await deliverWebhook(api, { id: `evt_x${at}`, body, signature })).toBe(200)
    }

    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('awaiting_payment')
    expect(await db.$count(refunds)).toBe(0)
  })

  test('is stored without the customer’s personal data [safe.5] [checkout.10]', async ({
    api,
    db,
    startedPayment,
  }) => {
    await payInWindow(api, startedPayment)
    const [captured] = await webhooksOf(db)
    const event = JSON.parse(captured!.body)
    const payment = event.payload.payment.entity
    const personalData = { email: 'asha@mail.example', contact: '+919876543210', vpa: 'asha@upi' }
    event.payload.payment.entity = { ...payment, ...personalData }
    const body = JSON.stringify(event)

    await deliverWebhook(api, {
      id: 'evt_1',
      body,
      signature: hexHmac(sandboxKeys.webhookSecret, body),
    })

    const [stored] = await db.select().from(webhookEvents)
    const { id, amount, status } = payment
    expect(stored).toMatchObject({
      name: 'payment.captured',
      body: { event: 'payment.captured', payload: { payment: { entity: { id, amount, status } } } },
    })
    expect(JSON.stringify(stored)).not.toMatch(/asha|9876543210/)
  })

  test('is found by the sweep if webhooks fail for ten minutes, even after a failed attempt [checkout.10]', async ({
    api,
    db,
    startedPayment,
    checkoutStatusOf,
  }) => {
    await payInWindow(api, startedPayment, { outcome: 'failure' })
    await payInWindow(api, startedPayment)
    advanceClock(10 * minuteMs)

    await sweep(db)

    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('completed')
  })

  test('is found by a page that is opened again [checkout.10] [checkout.6]', async ({
    api,
    db,
    me,
    startedPayment,
  }) => {
    const sendRequest = async (token = me.token) =>
      (
        await api.request(`/api/orders/payment/${startedPayment.order._id}`, withToken(token))
      ).json()
    const waiting = await sendRequest()
    await payInWindow(api, startedPayment)
    advanceClock(3000)

    const paid = await sendRequest()
    const ravi = await given.aUser(db)

    expect(waiting.result).toEqual({ state: 'waiting', order: startedPayment.order })
    expect(paid.result).toEqual({ state: 'paid', order: startedPayment.order })
    expect(await sendRequest(ravi.token)).toMatchObject({ code: 'not_found' })
  })
})

describe('an unpaid order', () => {
  test('releases its items and its coupon after 15 minutes [order.8] [checkout.10]', async ({
    db,
    me,
    kurta,
    place,
    checkoutStatusOf,
  }) => {
    const { id: couponId } = await given.aCoupon(db)
    await given.addToCart(db, me.userId, { productId: kurta, couponId })
    const { order } = startedPaymentOf(
      await place({ totalAmount: 899_00, paymentMethod: 'prepaid' }),
    )
    advanceClock(14 * minuteMs)
    await sweep(db)
    const before = await checkoutStatusOf(order._id)

    advanceClock(minuteMs)
    await sweep(db)
    await sweep(db)

    expect([before, await checkoutStatusOf(order._id)]).toEqual(['awaiting_payment', 'expired'])
    const [product] = await db.select().from(products).where(eq(products.id, kurta))
    expect(product?.stock.indore).toEqual({ S: 5, M: 5, L: 5 })
    await expect(place({ totalAmount: 899_00 })).resolves.toMatchObject({ status: 200 })
  })

  test('leaves its items to its own customer, who can add another one to the bag [bag.1] [order.8]', async ({
    api,
    db,
    me,
    kurta,
    place,
  }) => {
    await given.addToCart(db, me.userId, { productId: kurta, quantity: 3 })
    startedPaymentOf(await place({ totalAmount: 2997_00, paymentMethod: 'prepaid' }))

    const item = { userId: me.userId, productId: kurta, size: 'M', quantity: 1 }
    const response = await api.request('/api/cart/add', withToken(me.token, 'POST', item))

    const { result } = (await response.json()) as { result: { products: object[] } }
    expect(result.products).toMatchObject([{ quantity: 4 }])
  })

  test('keeps them for longer if the customer tries again [order.8]', async ({
    api,
    db,
    me,
    startedPayment,
    checkoutStatusOf,
  }) => {
    advanceClock(14 * minuteMs)
    await startPayment(api, me)
    advanceClock(14 * minuteMs)

    await sweep(db)

    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('awaiting_payment')
  })
})

import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { payments, refunds } from '#server/database/schema/payments.ts'
import { updateObject } from '#server/demo/payments/sandboxStore.ts'
import { hexHmac, signedPayload } from '#server/platform/payments/razorpay.ts'
import { createBuyer } from '#tests/support/api/tests/checkoutTest.ts'
import * as given from '#tests/support/shopper/givens.ts'
import {
  startPayment,
  startedPaymentOf,
  payInWindow,
  test,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { sandboxKeys, testSandbox } from '#tests/support/api/testDeps.ts'

describe('POST /orders/verify-payment-prepaid', () => {
  test('refuses an unsigned payment and places nothing [safe.4] [checkout.10]', async ({
    api,
    me,
    startedPayment,
    checkoutStatusOf,
  }) => {
    const { response: paid } = await payInWindow(api, startedPayment)
    const forged = { ...paid, razorpay_signature: '0'.repeat(64) }

    const { status, response } = await verify(api, me, forged)

    expect(status).toBe(400)
    expect(response.msg).toBe('Payment verification failed!')
    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('awaiting_payment')
  })

  test('refuses a payment of another customer or order [safe.2] [safe.4]', async ({
    api,
    db,
    me,
    startedPayment,
    kurta,
    checkoutStatusOf,
  }) => {
    const { response: paid } = await payInWindow(api, startedPayment)
    const ravi = await createBuyer(db)
    await given.addToCart(db, ravi.userId, { productId: kurta, size: 'L' })
    const his = startedPaymentOf(await startPayment(api, ravi))

    const byHim = await verify(api, ravi, paid)
    const forHis = await verify(api, ravi, {
      ...paid,
      razorpay_order_id: his.paymentOrder.razorpayOrderId,
    })

    expect([byHim.status, forHis.status]).toEqual([400, 400])
    expect(await checkoutStatusOf(his.order._id)).toBe('awaiting_payment')
    expect((await verify(api, me, paid)).status).toBe(200)
  })

  test('returns the same when repeated, and does nothing more [checkout.8] [safe.4]', async ({
    api,
    db,
    me,
    startedPayment,
  }) => {
    const { response: paid } = await payInWindow(api, startedPayment)

    const responses = [
      await verify(api, me, { ...paid, key: 'one-key-for-all' }),
      await verify(api, me, { ...paid, key: 'one-key-for-all' }),
      await verify(api, me, { ...paid, key: 'another-key' }),
    ]

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await db.$count(payments, eq(payments.status, 'captured'))).toBe(1)
    expect(await db.$count(refunds)).toBe(0)
  })

  test('refuses a payment refunded before it was settled [safe.4] [checkout.10]', async ({
    api,
    db,
    me,
    startedPayment,
    checkoutStatusOf,
  }) => {
    const { response: paid } = await payInWindow(api, startedPayment)
    const paymentId = paid.razorpay_payment_id!
    const { provider } = testSandbox(db)
    await provider.refund({
      paymentId,
      amountPaise: startedPayment.order.amount,
      key: 'given-back',
    })

    const { status } = await verify(api, me, paid)

    expect(status).toBe(400)
    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('awaiting_payment')
  })

  test('refuses a payment signed for another order [safe.4]', async ({
    api,
    db,
    me,
    startedPayment,
    checkoutStatusOf,
  }) => {
    const ravi = await createBuyer(db)
    await given.addToCart(db, ravi.userId, { productId: await given.onSale(db) })
    const his = startedPaymentOf(await startPayment(api, ravi))
    const { response: paid } = await payInWindow(api, his)
    const [mine, payment] = [
      startedPayment.paymentOrder.razorpayOrderId,
      paid.razorpay_payment_id ?? '',
    ]

    const { status, response } = await verify(api, me, {
      razorpay_order_id: mine,
      razorpay_payment_id: payment,
      razorpay_signature: hexHmac(sandboxKeys.keySecret, signedPayload(mine, payment)),
    })

    expect([status, response.msg]).toEqual([400, 'Payment verification failed!'])
    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('awaiting_payment')
  })

  test('refuses a failed payment [checkout.6]', async ({
    api,
    db,
    me,
    startedPayment,
    checkoutStatusOf,
  }) => {
    const { response: paid } = await payInWindow(api, startedPayment)
    await updateObject(db, paid.razorpay_payment_id ?? '', { status: 'failed' })

    const { status, response } = await verify(api, me, paid)

    expect([status, response.msg]).toEqual([400, 'Payment verification failed!'])
    expect(await checkoutStatusOf(startedPayment.order._id)).toBe('awaiting_payment')
  })
})

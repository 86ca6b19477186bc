import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { orders } from '#server/database/schema/orders.ts'
import { payments, refunds, sandboxObjects } from '#server/database/schema/payments.ts'
import { sweepPayments } from '#server/features/payments/reconcilePayments.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'
import {
  captureAgain,
  advanceClock,
  payInWindow,
  sweep,
  test,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { testSandbox } from '#tests/support/api/testDeps.ts'
import { hourMs } from '#server/platform/runtime/clock.ts'

const duplicateCheckMs = 10 * 60_000
const pollForMs = 3 * 24 * 60 * 60_000

/** Counts the queries about a paid order. */
function counting(provider: PaymentProvider) {
  let queryCount = 0
  const readOrderPayments: PaymentProvider['readOrderPayments'] = (id) => {
    queryCount++
    return provider.readOrderPayments(id)
  }
  return { provider: { ...provider, readOrderPayments }, queries: () => queryCount }
}

describe('an order paid twice whose second webhook was lost', () => {
  test.for([1, 2])(
    'is refunded every payment but the first by the sweep, once: %i [safe.4] [checkout.10]',
    async (more, { api, db, me, startedPayment, checkoutStatusOf }) => {
      const { response: paid } = await payInWindow(api, startedPayment)
      await verify(api, me, paid)
      for (let nth = 0; nth < more; nth++) await captureAgain(db, paid.razorpay_payment_id!)
      await sweep(db)
      const before = await db.$count(refunds)
      advanceClock(duplicateCheckMs + 1000)

      for (let round = 0; round < 3; round++) await sweep(db)
      advanceClock(4 * duplicateCheckMs)
      await sweep(db)

      expect(before).toBe(0)
      const back = await db.select().from(refunds)
      const isBack = { amountPaise: 999_00, reason: 'paid_twice', status: 'processed' }
      expect(back).toMatchObject(Array(more).fill(isBack))
      const providerRefunds = await db
        .select()
        .from(sandboxObjects)
        .where(eq(sandboxObjects.kind, 'refund'))
      expect(providerRefunds.map(({ parentId }) => parentId)).not.toContain(
        paid.razorpay_payment_id,
      )
      expect(providerRefunds).toHaveLength(more)
      expect(await checkoutStatusOf(startedPayment.order._id)).toBe('completed')
      expect(await db.select().from(orders)).toMatchObject([
        { status: 'Accepted', refundedPaise: 0 },
      ])
    },
  )

  test('is found even a day later, and no longer queried after some days [checkout.10]', async ({
    api,
    db,
    me,
    startedPayment,
  }) => {
    const { response: paid } = await payInWindow(api, startedPayment)
    await verify(api, me, paid)
    const { provider, queries } = counting(testSandbox(db).provider)
    for (let passed = 0; passed < 2 * pollForMs; passed += hourMs) {
      if (passed === 24 * hourMs) await captureAgain(db, paid.razorpay_payment_id!)
      advanceClock(hourMs)
      await sweepPayments(db, provider)
    }

    expect(await db.select().from(refunds)).toMatchObject([{ reason: 'paid_twice' }])
    expect(queries()).toBeLessThan(10)
    const [payment] = await db.select().from(payments).orderBy(payments.createdAt)
    expect(payment?.nextCheckAt).toBeNull()
  })

  test('is refunded the second payment by its link [order.2] [checkout.10]', async ({
    api,
    db,
    me,
    kurta,
    deps,
    place,
  }) => {
    await addToCart(db, me.userId, { productId: kurta })
    const { order } = (await place()).response.result as { order: { _id: string } }
    await api.request(`/api/orders/send-payment-link/${order._id}`, withToken(me.token))
    await api.request(new URL(deps.sent[0]?.link ?? '').pathname, { method: 'POST' })
    advanceClock(2 * 60_000)
    await sweep(db)
    const isPayment = eq(sandboxObjects.kind, 'payment')
    const [paid] = await db.select().from(sandboxObjects).where(isPayment)
    await captureAgain(db, paid?.id ?? '')
    advanceClock(duplicateCheckMs + 1000)

    await sweep(db)
    await sweep(db)

    expect(await db.select().from(refunds)).toMatchObject([
      { amountPaise: 999_00, reason: 'paid_twice', status: 'processed' },
    ])
    expect(await db.select().from(orders)).toMatchObject([{ paymentStatus: 'paid' }])
  })
})

import { and, eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { App } from '#server/app/api/createApp.ts'
import { payments, refunds, sandboxObjects } from '#server/database/schema/payments.ts'
import { updateObject } from '#server/demo/payments/sandboxStore.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { test } from '#tests/support/api/tests/orderTest.ts'
import { webhooksOf, sweep, deliverWebhook } from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import type { TestDeps } from '#tests/support/api/testDeps.ts'

const advanceOneMinute = () => {
  const time = clock.later(60_000)
  setClock(() => time)
}

type Given = {
  api: Pick<App, 'request'>
  me: { token: string }
  orderId: string
  deps: TestDeps
}

/** Sends a payment link and pays by it. */
async function payByLink({ api, me, orderId, deps }: Given): Promise<void> {
  await api.request(`/api/orders/send-payment-link/${orderId}`, withToken(me.token))
  await api.request(new URL(deps.sent[0]?.link ?? '').pathname, { method: 'POST' })
}

describe('GET /orders/send-payment-link/:id', () => {
  test('sends a link, once a minute [order.2]', async ({ api, me, orderId, deps }) => {
    const requestLink = async () =>
      (await api.request(`/api/orders/send-payment-link/${orderId}`, withToken(me.token))).json()

    const first = await requestLink()
    const tooEarly = await requestLink()
    advanceOneMinute()
    const again = await requestLink()

    expect(first).toEqual({ success: true, msg: 'Payment link sent to your mobile number' })
    expect(tooEarly).toEqual({
      success: false,
      msg: 'We’ve just sent the link. You can resend it in 60 seconds.',
    })
    expect(again.success).toBe(true)
    expect(deps.sent.map(({ link }) => link)).toEqual([
      expect.stringMatching(/^http:\/\/shop.example\/sandbox\/pay\/plink_/),
      deps.sent[0]?.link,
    ])
    expect(deps.sent[0]?.text).toContain('₹999')
  })

  test('sends a link again after the clock was set back [order.2]', async ({
    api,
    me,
    orderId,
  }) => {
    const requestLink = async () =>
      (await api.request(`/api/orders/send-payment-link/${orderId}`, withToken(me.token))).json()
    await requestLink()

    const earlier = clock.later(-60 * 60_000)
    setClock(() => earlier)

    expect(await requestLink()).toMatchObject({ success: true })
    expect(await requestLink()).toMatchObject({ success: false })
  })

  test.for(['webhook', 'sweep'] as const)(
    'pays the order when the link is paid, reported by the %s [order.2] [checkout.10]',
    async (by, { api, db, me, orderId, deps, read }) => {
      await api.request(`/api/orders/send-payment-link/${orderId}`, withToken(me.token))
      const { pathname } = new URL(deps.sent[0]?.link ?? '')
      const page = await api.request(pathname, { method: 'POST' })
      advanceOneMinute()
      if (by === 'sweep') await sweep(db)
      else for (const webhook of await webhooksOf(db)) await deliverWebhook(api, webhook)

      const refused = await api.request(
        `/api/orders/send-payment-link/${orderId}`,
        withToken(me.token),
      )

      expect(page.status).toBe(303)
      expect(await (await api.request(pathname)).text()).toContain('Paid ₹999.00')
      expect((await read()).response.result).toMatchObject({
        paymentStatus: 'paid',
        paymentMethod: 'Cash on delivery',
      })
      expect(await refused.json()).toEqual({
        success: false,
        msg: 'This order has already been paid',
      })
    },
  )

  test('refunds everything after a cancellation [order.2] [order.11]', async ({
    api,
    db,
    me,
    orderId,
    deps,
    read,
  }) => {
    await payByLink({ api, me, orderId, deps })
    for (const webhook of await webhooksOf(db)) await deliverWebhook(api, webhook)

    await transitionOrder(db, { orderId, to: 'Cancelled', by: 'shopper' })
    await sweep(db)

    expect((await read()).response.result).toMatchObject({
      refund: { amount: 999_00, status: 'processed' },
    })
  })

  test('is settled by the paid attempt if the webhook fails [order.2] [checkout.10]', async ({
    api,
    db,
    me,
    orderId,
    deps,
  }) => {
    await payByLink({ api, me, orderId, deps })
    const failed = JSON.stringify([{ payment_id: 'pay_failed', status: 'failed' }])
    await db
      .update(sandboxObjects)
      .set({
        body: sql`jsonb_set(body, '{payments}', ${failed}::jsonb || (body -> 'payments'))`,
      })
      .where(eq(sandboxObjects.kind, 'payment_link'))
    advanceOneMinute()

    await sweep(db)

    const isLink = and(eq(payments.orderId, orderId), eq(payments.kind, 'link'))
    const [link] = await db.select().from(payments).where(isLink)
    expect(link?.status).toBe('captured')
    expect(link?.providerPaymentId).not.toBe('pay_failed')
  })

  test('is closed with the order; a faster payment is refunded [order.2] [order.11]', async ({
    api,
    db,
    me,
    orderId,
    deps,
  }) => {
    await api.request(`/api/orders/send-payment-link/${orderId}`, withToken(me.token))
    const { pathname } = new URL(deps.sent[0]?.link ?? '')
    await api.request(pathname, { method: 'POST' })
    await transitionOrder(db, { orderId, to: 'Cancelled', by: 'shopper' })

    await sweep(db)
    await sweep(db)

    expect(await db.select().from(refunds)).toMatchObject([
      { reason: 'paid_twice', amountPaise: 999_00, status: 'processed' },
    ])
    const isLink = and(eq(payments.orderId, orderId), eq(payments.kind, 'link'))
    expect(await db.select().from(payments).where(isLink)).toMatchObject([
      { status: 'captured', linkUrl: null },
    ])
  })

  test('paid with a wrong amount is refunded once, and the order stays unpaid [order.2] [safe.4]', async ({
    api,
    db,
    me,
    orderId,
    deps,
    read,
  }) => {
    await payByLink({ api, me, orderId, deps })
    const isPayment = eq(sandboxObjects.kind, 'payment')
    const [paid] = await db.select().from(sandboxObjects).where(isPayment)
    await updateObject(db, paid?.id ?? '', { amount: 1998_00 })
    advanceOneMinute()

    await sweep(db)
    await sweep(db)

    expect(await db.select().from(refunds)).toMatchObject([
      { reason: 'not_asked', amountPaise: 1998_00, status: 'processed' },
    ])
    const { result } = (await read()).response
    expect(result).toMatchObject({ orderStatus: 'Accepted', paymentStatus: 'Pending' })
    expect(result).not.toHaveProperty('refund')
  })

  test('is refused for another customer’s or a cancelled order [safe.2] [order.2]', async ({
    api,
    db,
    me,
    orderId,
    deps,
  }) => {
    const ravi = await aUser(db)
    const his = await api.request(`/api/orders/send-payment-link/${orderId}`, withToken(ravi.token))
    await transitionOrder(db, { orderId, to: 'Cancelled', by: 'shopper' })
    const late = await api.request(`/api/orders/send-payment-link/${orderId}`, withToken(me.token))

    expect(his.status).toBe(404)
    expect(await late.json()).toMatchObject({ success: false })
    expect(deps.sent).toEqual([])
  })
})

import { describe, expect, vi } from 'vitest'

import { payments, refunds } from '#server/database/schema/payments.ts'
import { createOrderEvents } from '#server/features/orders/orderEvents.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { payOutCash, settleRefund } from '#server/features/payments/sendRefunds.ts'
import { test } from '#tests/support/api/tests/orderTest.ts'
import { deliverWebhook, webhooksOf } from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import * as given from '#tests/support/shopper/givens.ts'

describe('GET /orders/events', () => {
  test('notifies an open page of a change at once [order.10]', async ({ api, db, me, orderId }) => {
    const response = await api.request('/api/orders/events', {
      headers: { Authorization: `Bearer ${me.token}` },
    })
    expect(response.headers.get('Content-Type')).toContain('text/event-stream')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()

    await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })

    let received = ''
    while (!received.includes('"Shipped"')) received += (await reader.read()).value
    expect(received).toContain('event: order')
    expect(received).toContain(orderId)
    await reader.cancel()
  })

  test('notifies an open page of everything that changes on an order [order.10] [order.2] [order.11]', async ({
    api,
    db,
    me,
    orderId,
    deps,
  }) => {
    const stream = createOrderEvents(5)
    let notified = 0
    const notify = () => void (notified += 1)
    const stop = stream.subscribe(db, { userId: me.userId, notify, close: () => undefined })
    const isNotifiedOf = async (change: () => Promise<unknown>) => {
      const before = notified
      await change()
      await vi.waitFor(() => expect(notified).toBeGreaterThan(before))
    }
    await vi.waitFor(() => expect(notified).toBe(1))

    await api.request(`/api/orders/send-payment-link/${orderId}`, withToken(me.token))
    await isNotifiedOf(async () => {
      await api.request(new URL(deps.sent[0]?.link ?? '').pathname, { method: 'POST' })
      for (const webhook of await webhooksOf(db)) await deliverWebhook(api, webhook)
    })
    await isNotifiedOf(() => transitionOrder(db, { orderId, to: 'Cancelled', by: 'store' }))
    const providerRefundId = 'rfnd_of_the_test'
    await db.update(refunds).set({ providerRefundId })
    await isNotifiedOf(() => settleRefund(db, { id: providerRefundId, status: 'processed' }))
    await db.update(refunds).set({ status: 'pending' })
    await db.update(payments).set({ provider: 'cash' })
    const [refund] = await db.select().from(refunds)
    await isNotifiedOf(() => payOutCash(db, refund?.id ?? ''))
    stop()
  })

  test('sends each change once, and only to the order’s customer [order.10] [safe.2]', async ({
    db,
    me,
    orderId,
  }) => {
    const stream = createOrderEvents(5)
    const stranger = await given.aUser(db)
    const notified = { me: [] as string[], stranger: [] as string[] }
    const listen = (who: keyof typeof notified, userId: string) =>
      stream.subscribe(db, {
        userId,
        notify: (id) => notified[who].push(id),
        close: () => undefined,
      })
    const stops = [listen('me', me.userId), listen('stranger', stranger.userId)]

    const untilNotified = (times: number) =>
      vi.waitFor(() => expect(notified.me).toHaveLength(times))
    await untilNotified(1)
    await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })
    await untilNotified(2)
    await transitionOrder(db, { orderId, to: 'On the way', by: 'courier' })
    await untilNotified(3)
    for (const stop of stops) stop()

    expect(notified).toEqual({ me: Array(3).fill(orderId), stranger: [] })
  })
})

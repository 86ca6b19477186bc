import { expect } from 'vitest'

import type { OrderStatus } from '#contract/orders/order.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { transitionLine } from '#server/features/orders/lineTransitions.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { sendPushes } from '#server/jobs/sendPushes.ts'
import type { PushJob } from '#server/platform/push/pushQueue.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test } from '#tests/support/api/tests/deliveredTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

const subscription = {
  endpoint: 'https://push.example/phone',
  keys: { p256dh: 'BFx_', auth: 'c2-' },
}

test('every status change is pushed, even at night, without personal data [pwa.9] [pwa.14]', async ({
  api,
  db,
  me,
  orderId,
  onTestFinished,
}) => {
  onTestFinished(() => setClock())
  setClock(() => new Date('2026-11-20T17:00:00Z'))
  const chosen = { subscription, topics: ['orders'] }
  await api.request('/api/push/subscribe', withToken(me.token, 'POST', chosen))
  const arrived: string[] = []

  await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })
  await sendPushes(db, {
    publicOrigin: 'https://shop.example',
    sendPush: async (_, { payload }) => {
      arrived.push(payload)
      return { status: 201 }
    },
  })

  expect(arrived.map((one) => JSON.parse(one))).toMatchObject([
    {
      app_badge: 1,
      notification: {
        title: 'Order shipped',
        navigate: `https://shop.example/order-tracking?id=${orderId}`,
        tag: `order-${orderId}`,
      },
    },
  ])
  // Order numbers are random, so any digits may occur.
  expect(arrived.join().replaceAll(orderId, '')).not.toMatch(/Asha|Rao|999|Scheme/)
})

test('a declined return is pushed, without the reason that the store gave [pwa.9] [order.7]', async ({
  api,
  db,
  me,
  delivered,
}) => {
  const chosen = { subscription, topics: ['orders'] }
  await api.request('/api/push/subscribe', withToken(me.token, 'POST', chosen))
  const move = (to: OrderStatus, by: 'shopper' | 'store', refusalReason: string | null = null) =>
    transitionLine(db, { ...delivered, to, by, changes: { refusalReason } })

  await move('Return Requested', 'shopper')
  await move('Return Cancelled', 'store', 'Asha has worn it')

  const queued = await db.select().from(jobs)
  const texts = queued.map(({ payload }) => (payload as PushJob).text)
  const order = {
    path: `/order-details?id=${delivered.orderId}`,
    tag: `order-${delivered.orderId}`,
  }
  expect(texts).toEqual([
    {
      title: 'Return declined',
      body: 'We couldn’t accept your return. Open your order to see why.',
      ...order,
    },
  ])
})

test('a delivered order says how long its items can be returned [pwa.9] [order.4]', async ({
  api,
  db,
  me,
  orderId,
}) => {
  const chosen = { subscription, topics: ['orders'] }
  await api.request('/api/push/subscribe', withToken(me.token, 'POST', chosen))

  for (const to of ['Shipped', 'On the way', 'Delivered'] as const) {
    await transitionOrder(db, { orderId, to, by: 'courier' })
  }

  const queued = await db.select().from(jobs)
  expect(queued.map(({ payload }) => (payload as PushJob).text)).toContainEqual({
    title: 'Order delivered',
    body: 'We hope you love it! You can return or exchange items within 24 hours.',
    path: `/order-details?id=${orderId}`,
    tag: `order-${orderId}`,
  })
})

test('customers without notifications get no push [pwa.9]', async ({ db, orderId }) => {
  await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })

  expect(await db.$count(jobs)).toBe(0)
})

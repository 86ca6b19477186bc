import { asc } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import type { App } from '#server/app/api/createApp.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  startedPaymentOf,
  startPayment,
  payInWindow,
  sweep,
  test,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'

/** A time in India on 25 November 2026. */
const inIndia = (time: string, day = '25') => new Date(`2026-11-${day}T${time}:00+05:30`)
const setTime = (time: string, day?: string) => setClock(() => inIndia(time, day))

describe('an order keeps the delivery promise of its checkout', () => {
  const readPromise = async (
    { api, me }: { api: Pick<App, 'request'>; me: { token: string } },
    id: string,
  ) => {
    const response = await api.request(`/api/orders/${id}`, withToken(me.token))
    const { result } = (await response.json()) as { result: Order }
    return new Date(result.promisedBy ?? 0)
  }

  test.for([
    ['12:02', '13:00', '25'],
    ['20:50', '21:50', '25'],
    ['21:10', '10:30', '26'],
    ['00:30', '10:30', '25'],
    ['08:00', '10:30', '25'],
  ] as const)(
    'placed at %s, by %s on the %sth',
    async ([at, by, day], { api, db, me, kurta, place }) => {
      await addToCart(db, me.userId, { productId: kurta })
      setTime(at)

      const { response } = await place()

      const { order } = response.result as { order: { _id: string } }
      setTime('15:00', '28')
      expect(await readPromise({ api, me }, order._id)).toEqual(inIndia(by, day))
    },
  )

  test.for([
    ['in the same minute', '12:04', '13:00'],
    ['when the store would already promise more', '12:07', '13:00'],
    ['too late to be kept', '12:20', '13:20'],
  ] as const)(
    'a cash order keeps the promise that its checkout showed, sent %s [checkout.8]',
    async ([, sentAt, by], { api, db, me, kurta, place }) => {
      await addToCart(db, me.userId, { productId: kurta })
      setTime(sentAt)

      const { response } = await place({ promisedBy: inIndia('13:00').toISOString() })

      const { order } = response.result as { order: { _id: string } }
      expect(await readPromise({ api, me }, order._id)).toEqual(inIndia(by))
    },
  )

  test.for([
    ['12:10', '13:00', '25'],
    ['12:14', '13:00', '25'],
    ['12:40', '13:40', '25'],
    ['21:05', '10:30', '26'],
  ] as const)(
    'an order started at 12:04 and paid at %s is promised by %s: after its reservation it gets a new promise [checkout.10]',
    async ([paidAt, by, day], { api, db, me, kurta }) => {
      await addToCart(db, me.userId, { productId: kurta })
      setTime('12:04')
      const startedPayment = startedPaymentOf(await startPayment(api, me))
      setTime(paidAt)
      await sweep(db)

      const { response: paid } = await payInWindow(api, startedPayment)
      await verify(api, me, paid)

      expect(await readPromise({ api, me }, startedPayment.order._id)).toEqual(inIndia(by, day))
    },
  )

  test('an order whose payment is started again has the promise of the new checkout', async ({
    api,
    db,
    me,
    kurta,
  }) => {
    await addToCart(db, me.userId, { productId: kurta })
    setTime('12:04')
    const first = startedPaymentOf(await startPayment(api, me))
    setTime('12:14')
    const again = startedPaymentOf(await startPayment(api, me))

    const { response: paid } = await payInWindow(api, again)
    await verify(api, me, paid)

    expect(again.order._id).toBe(first.order._id)
    expect(await readPromise({ api, me }, again.order._id)).toEqual(inIndia('13:10'))
  })
})

describe('notifications contain the arrival time', () => {
  test('as promised, or a new estimate for a late order [pwa.9]', async ({
    api,
    db,
    me,
    kurta,
    place,
  }) => {
    await addToCart(db, me.userId, { productId: kurta })
    setTime('12:00')
    const wanted = { subscription, topics: ['orders'] }
    await api.request('/api/push/subscribe', withToken(me.token, 'POST', wanted))
    const { response } = await place()
    const { _id: orderId } = (response.result as { order: { _id: string } }).order
    setTime('12:30')
    await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })
    setTime('13:20')
    await transitionOrder(db, { orderId, to: 'On the way', by: 'courier' })

    expect(await pushedTexts(db)).toEqual([
      'We’ve handed your order to a delivery agent. It arrives by 1:00 pm.',
      'Your order is on its way to you. We’re running late. It will now arrive by 1:35 pm.',
    ])
  })
})
const subscription = {
  endpoint: 'https://push.example/phone',
  keys: { p256dh: 'BFx_', auth: 'c2-' },
}

async function pushedTexts(db: Database) {
  const rows = await db.select().from(jobs).orderBy(asc(jobs.runAt))
  return rows.map(({ payload }) => (payload as { text: { body: string } }).text.body)
}

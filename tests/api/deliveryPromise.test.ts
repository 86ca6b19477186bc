import { asc } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Order } from '#contract/order.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  startedPaymentOf,
  startPayment,
  payInWindow,
  test,
  verify,
} from '#tests/support/api/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'

/** A time in India on 25 November 2026. */
const inIndia = (time: string, day = '25') => new Date(`2026-11-${day}T${time}:00+05:30`)
const setTime = (time: string, day?: string) => setClock(() => inIndia(time, day))

describe('an order keeps the delivery promise of the moment it was placed', () => {
  test.for([
    ['12:02', '13:05', '25'],
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
      expect(await promisedBy(order._id)).toEqual(inIndia(by, day))

      async function promisedBy(id: string) {
        const response = await api.request(`/api/orders/${id}`, withToken(me.token))
        const { result } = (await response.json()) as { result: Order }
        return new Date(result.promisedBy ?? 0)
      }
    },
  )

  test('an order paid online gets its promise when the payment arrives', async ({
    api,
    db,
    me,
    kurta,
  }) => {
    await addToCart(db, me.userId, { productId: kurta })
    setTime('12:00')
    const startedPayment = startedPaymentOf(await startPayment(api, me))
    setTime('12:10')

    const { response: paid } = await payInWindow(api, startedPayment)
    await verify(api, me, paid)

    const response = await api.request(
      `/api/orders/${startedPayment.order._id}`,
      withToken(me.token),
    )
    const { result } = (await response.json()) as { result: Order }
    expect(new Date(result.promisedBy ?? 0)).toEqual(inIndia('13:10'))
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

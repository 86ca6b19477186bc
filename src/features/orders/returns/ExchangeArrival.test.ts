import { expect, test } from 'vitest'

import type { OrderStatus } from '#contract/orders/order.ts'
import { anOrder } from '#tests/support/shopper/builders.ts'
import { exchangeArrival } from './ExchangeArrival.tsx'

const at = (time: string) => new Date(`2026-11-25T${time}:00+05:30`)

function requested(time: string, status: OrderStatus = 'Exchange Requested') {
  const [line] = anOrder().products
  if (!line) throw new Error('An order has a line')
  const history = [{ status: 'Exchange Requested' as const, at: at(time).toISOString() }]
  return { ...line, status, history }
}

test.each([
  [25, '12:02', 'Your new size arrives by 12:30 pm.'],
  [90, '12:02', 'Your new size arrives by 1:35 pm.'],
  [undefined, '12:02', 'Your new size arrives by 1:00 pm.'],
  [25, '21:10', 'Your new size arrives tomorrow by 10:30 am.'],
])(
  'from a warehouse with %s minutes, requested at %s: %s [order.5]',
  (deliveryMinutes, time, text) => {
    expect(exchangeArrival({ order: { deliveryMinutes }, now: at(time) })).toBe(text)
  },
)

test('after the request the promise stays, and once it is late there is a new estimate [order.5] [order.1]', () => {
  const order = { deliveryMinutes: 90 }
  const line = requested('12:02')

  expect(exchangeArrival({ order, line, now: at('13:00') })).toBe(
    'Your new size arrives by 1:35 pm.',
  )
  expect(exchangeArrival({ order, line, now: at('13:40') })).toBe(
    'Your new size is running late. It will now arrive by 1:50 pm.',
  )
})

import { expect, test } from 'vitest'

import { anOrder } from '#tests/support/shopper/builders.ts'
import { orderArrival } from './OrderArrival.tsx'

/** A time in India on 25 November 2026. */
const inIndia = (time: string) => new Date(`2026-11-25T${time}:00+05:30`)

function arrivalAt(time: string, orderStatus: 'Accepted' | 'On the way' | 'Arrived' | 'Delivered') {
  const at = inIndia('15:40').toISOString()
  const promisedBy = inIndia('16:35').toISOString()
  const history = [{ status: orderStatus, at }]
  return orderArrival(anOrder({ orderStatus, promisedBy, history }), inIndia(time))
}

test.each([
  ['16:12', 'Accepted', 'Arrives by 4:35 pm · in 23 mins'],
  ['13:00', 'Accepted', 'Arrives by 4:35 pm'],
  ['16:35', 'On the way', 'Arrives by 4:35 pm'],
  ['16:36', 'On the way', 'Running late, now arriving by 4:50 pm · in 14 mins'],
  ['16:36', 'Arrived', 'Your order is at your door'],
] as const)('at %s an order that is %s: %s [track.1]', (time, status, text) => {
  expect(arrivalAt(time, status)?.text).toBe(text)
})

test('only late orders are marked as late [track.1]', () => {
  expect(arrivalAt('16:12', 'Accepted')?.isLate).toBe(false)
  expect(arrivalAt('16:36', 'Accepted')?.isLate).toBe(true)
})

test('orders that are not open have no arrival time', () => {
  expect(arrivalAt('16:12', 'Delivered')).toBeUndefined()
})

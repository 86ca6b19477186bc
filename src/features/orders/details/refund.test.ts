import { expect, test } from 'vitest'

import type { Paise } from '#contract/values/money.ts'
import { paise } from '#tests/support/shopper/builders.ts'
import {
  destinationText,
  expectedDestination,
  isRefundOverdue,
  refundDayText,
  refundOnCancel,
} from './refund.ts'

test.each([
  ['2026-11-23T06:00:00.000Z', 'Wed, 2 Dec'],
  ['2026-11-27T06:00:00.000Z', 'Tue, 8 Dec'],
  ['2026-11-28T06:00:00.000Z', 'Tue, 8 Dec'],
])('a refund started on %s is paid by %s: seven working days [order.2]', (start, day) =>
  expect(refundDayText(start)).toBe(day),
)

test('a refund is late once its day is over [order.2]', () => {
  const start = '2026-11-23T06:00:00.000Z'
  expect(isRefundOverdue(start, new Date('2026-12-02T18:00:00+05:30').getTime())).toBe(false)
  expect(isRefundOverdue(start, new Date('2026-12-03T09:00:00+05:30').getTime())).toBe(true)
})

test.each([
  ['UPI', 'to your UPI account'],
  ['Credit card', 'to your card'],
  ['Debit card', 'to your card'],
  ['Net banking', 'to your bank account'],
  ['Prepaid', 'to your original payment method'],
  ['Cash on delivery', 'to your original payment method'],
] as const)('%s is refunded %s [order.2]', (paymentMethod, text) =>
  expect(expectedDestination({ paymentMethod })).toBe(text),
)

test('a payment on delivery is refunded the same way, and only what was paid [order.2]', () => {
  expect(destinationText('cash')).toBe('paid on delivery')
  const totalAmount = paise(999_00)
  expect(refundOnCancel({ paymentStatus: 'Pending', totalAmount })).toBeUndefined()
  expect(refundOnCancel({ paymentStatus: 'Completed', totalAmount })).toBe(999_00)
  const balanceDue = 100_00 as Paise
  expect(refundOnCancel({ paymentStatus: 'paid', totalAmount, balanceDue })).toBe(899_00)
  const refund = { amount: paise(300_00), status: 'processed' as const }
  expect(refundOnCancel({ paymentStatus: 'paid', totalAmount, balanceDue, refund })).toBe(599_00)
})

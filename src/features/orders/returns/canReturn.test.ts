import { expect, test } from 'vitest'

import { OrderStatus } from '#contract/orders/order.ts'
import { canReturn, returnDeadline } from './ReturnButtons.tsx'

const order = { deliveredAt: '2026-11-20T10:00:00.000Z' }
const line = { purchaseType: 'Standard', status: 'Delivered' } as const
const after = (hours: number) => Date.parse(order.deliveredAt) + hours * 60 * 60 * 1000

test('delivered items can be returned for a day [order.4]', () => {
  expect(canReturn(order, line, { nowMs: after(23.9) })).toBe(true)
  expect(canReturn(order, line, { nowMs: after(24) })).toBe(false)
  expect(returnDeadline(order)?.toISOString()).toBe('2026-11-21T10:00:00.000Z')
})

test('items kept after a trial and undelivered items cannot be returned [order.4]', () => {
  expect(canReturn(order, { ...line, purchaseType: 'Try and Buy' }, { nowMs: after(1) })).toBe(
    false,
  )
  expect(canReturn({ deliveredAt: null }, line, { nowMs: after(1) })).toBe(false)
})

test.each(OrderStatus.options.filter((status) => status !== 'Delivered'))(
  'a line that is %s cannot be returned [order.4]',
  (status) => {
    expect(canReturn(order, { ...line, status }, { nowMs: after(1) })).toBe(false)
  },
)

import { expect, test } from 'vitest'

import type { OrderStatus } from '#contract/order.ts'
import { sentBackSteps } from './sentBackSteps.ts'

const at = '2026-11-20T10:00:00.000Z'
const stepsOf = (status: OrderStatus, ...reached: OrderStatus[]) =>
  sentBackSteps({ status, history: reached.map((one) => ({ status: one, at })) })

test('what was asked for shows its way, also what is ahead [order.1] [order.7]', () => {
  expect(stepsOf('Return Accepted', 'Delivered', 'Return Requested', 'Return Accepted')).toEqual([
    { status: 'Return Requested', state: 'done', at },
    { status: 'Return Accepted', state: 'now', at },
    { status: 'Returned', state: 'ahead', at: undefined },
  ])
})

test('what was refused ends there [order.1] [order.7]', () => {
  expect(stepsOf('Exchange Cancelled', 'Exchange Requested', 'Exchange Cancelled')).toEqual([
    { status: 'Exchange Requested', state: 'done', at },
    { status: 'Exchange Cancelled', state: 'cancelled', at },
  ])
})

test('what nobody asked to take back has no such way', () => {
  expect(stepsOf('Delivered', 'Delivered')).toEqual([])
})

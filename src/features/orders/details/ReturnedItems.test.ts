import { expect, test } from 'vitest'

import type { OrderStatus } from '#contract/order.ts'
import { returnSteps } from './ReturnedItems.tsx'

const at = '2026-11-20T10:00:00.000Z'
const stepsOf = (status: OrderStatus, ...reached: OrderStatus[]) =>
  returnSteps({ status, history: reached.map((one) => ({ status: one, at })) })

test('a request shows its steps, including future ones [order.1] [order.7]', () => {
  expect(stepsOf('Return Accepted', 'Delivered', 'Return Requested', 'Return Accepted')).toEqual([
    { status: 'Return Requested', state: 'done', at },
    { status: 'Return Accepted', state: 'now', at },
    { status: 'Returned', state: 'ahead', at: undefined },
  ])
})

test('a refused request ends there [order.1] [order.7]', () => {
  expect(stepsOf('Exchange Cancelled', 'Exchange Requested', 'Exchange Cancelled')).toEqual([
    { status: 'Exchange Requested', state: 'done', at },
    { status: 'Exchange Cancelled', state: 'cancelled', at },
  ])
})

test('an exchange has its own steps [order.1] [order.7]', () => {
  expect(stepsOf('Exchange Requested', 'Delivered', 'Exchange Requested')).toEqual([
    { status: 'Exchange Requested', state: 'now', at },
    { status: 'Exchange Accepted', state: 'ahead', at: undefined },
    { status: 'Exchanged', state: 'ahead', at: undefined },
  ])
})

test('a refused return ends there, even without a history [order.1] [order.7]', () => {
  expect(stepsOf('Return Cancelled', 'Delivered')).toEqual([
    { status: 'Return Requested', state: 'done', at: undefined },
    { status: 'Return Cancelled', state: 'cancelled', at: undefined },
  ])
})

test('each step shows its own time [order.1]', () => {
  const requestedAt = '2026-11-20T10:00:00.000Z'
  const acceptedAt = '2026-11-21T12:00:00.000Z'
  const history = [
    { status: 'Return Requested' as const, at: requestedAt },
    { status: 'Return Accepted' as const, at: acceptedAt },
  ]

  expect(returnSteps({ status: 'Return Accepted', history }).map((step) => step.at)).toEqual([
    requestedAt,
    acceptedAt,
    undefined,
  ])
})

test('items without a request have no steps', () => {
  expect(stepsOf('Delivered', 'Delivered')).toEqual([])
})

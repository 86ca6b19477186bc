import { expect, test } from 'vitest'

import type { OrderStatus } from '#contract/orders/order.ts'
import { lineSteps, returnSteps } from './OrderDetails.tsx'

const reached = (...statuses: OrderStatus[]) =>
  statuses.map((status, hour) => ({ status, at: `2026-11-20T1${hour}:00:00.000Z` }))

const shown = (...line: Parameters<typeof lineSteps>) =>
  lineSteps(...line).map(({ status, state }) => `${status}: ${state}`)

test('a line’s steps follow its order, then the trial [track.4] [order.1]', () => {
  const line = { purchaseType: 'Try and Buy' as const, history: reached('Accepted', 'Shipped') }

  expect(shown({ ...line, status: 'On the way' })).toEqual([
    'Accepted: done',
    'Shipped: done',
    'On the way: current',
    'Size Trialing: upcoming',
    'Delivered: upcoming',
  ])
})

test('a line that was not kept shows accepted and cancelled [track.4] [order.1]', () => {
  const history = reached('Accepted', 'Shipped', 'On the way', 'Size Trialing', 'Cancelled')

  expect(shown({ purchaseType: 'Try and Buy', status: 'Cancelled', history })).toEqual([
    'Accepted: done',
    'Cancelled: cancelled',
  ])
})

test('a return continues after the delivery, with its times [order.1]', () => {
  const history = reached('Accepted', 'Delivered', 'Return Requested', 'Return Accepted')
  const line = { purchaseType: 'Standard' as const, status: 'Return Accepted' as const, history }

  expect(shown(line)).toEqual([
    'Accepted: done',
    'Shipped: done',
    'On the way: done',
    'Delivered: done',
    'Return Requested: done',
    'Return Accepted: current',
  ])
  expect(lineSteps(line).at(-1)?.at).toBe('2026-11-20T13:00:00.000Z')
})

const at = '2026-11-20T10:00:00.000Z'
const returnStepsOf = (status: OrderStatus, ...reached: OrderStatus[]) =>
  returnSteps({ status, history: reached.map((reachedStatus) => ({ status: reachedStatus, at })) })

test('a request shows its steps, including future ones [order.1] [order.7]', () => {
  expect(
    returnStepsOf('Return Accepted', 'Delivered', 'Return Requested', 'Return Accepted'),
  ).toEqual([
    { status: 'Return Requested', state: 'done', at },
    { status: 'Return Accepted', state: 'current', at },
    { status: 'Returned', state: 'upcoming', at: undefined },
  ])
})

test('a refused request ends there [order.1] [order.7]', () => {
  expect(returnStepsOf('Exchange Cancelled', 'Exchange Requested', 'Exchange Cancelled')).toEqual([
    { status: 'Exchange Requested', state: 'done', at },
    { status: 'Exchange Cancelled', state: 'cancelled', at },
  ])
})

test('an exchange has its own steps [order.1] [order.7]', () => {
  expect(returnStepsOf('Exchange Requested', 'Delivered', 'Exchange Requested')).toEqual([
    { status: 'Exchange Requested', state: 'current', at },
    { status: 'Exchange Accepted', state: 'upcoming', at: undefined },
    { status: 'Exchanged', state: 'upcoming', at: undefined },
  ])
})

test('a refused return ends there, even without a history [order.1] [order.7]', () => {
  expect(returnStepsOf('Return Cancelled', 'Delivered')).toEqual([
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
  expect(returnStepsOf('Delivered', 'Delivered')).toEqual([])
})

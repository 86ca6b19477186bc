import { expect, test } from 'vitest'

import type { OrderStatus } from '#contract/order.ts'
import { lineSteps } from './OrderLineCard.tsx'

const reached = (...statuses: OrderStatus[]) =>
  statuses.map((status, hour) => ({ status, at: `2026-11-20T1${hour}:00:00.000Z` }))

const shown = (...line: Parameters<typeof lineSteps>) =>
  lineSteps(...line).map(({ status, state }) => `${status}: ${state}`)

test('a line’s steps follow its order, then the trial [track.4] [order.1]', () => {
  const line = { purchaseType: 'Try and Buy' as const, history: reached('Accepted', 'Shipped') }

  expect(shown({ ...line, status: 'On the way' })).toEqual([
    'Accepted: done',
    'Shipped: done',
    'On the way: now',
    'Size Trialing: ahead',
    'Delivered: ahead',
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
    'Return Accepted: now',
  ])
  expect(lineSteps(line).at(-1)?.at).toBe('2026-11-20T13:00:00.000Z')
})

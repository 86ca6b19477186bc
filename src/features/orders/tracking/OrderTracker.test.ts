import { expect, test } from 'vitest'

import { trackerSteps } from './OrderTracker.tsx'

const accepted = { status: 'Accepted' as const, at: '2026-11-20T10:42:00Z' }
const shipped = { status: 'Shipped' as const, at: '2026-11-20T10:55:00Z' }

test('steps up to the current one are done, with their times [track.4]', () => {
  const steps = trackerSteps({
    orderType: 'Standard',
    orderStatus: 'Shipped',
    history: [accepted, shipped],
  })

  expect(steps).toEqual([
    { status: 'Accepted', state: 'done', at: accepted.at },
    { status: 'Shipped', state: 'current', at: shipped.at },
    { status: 'On the way', state: 'upcoming', at: undefined },
    { status: 'Delivered', state: 'upcoming', at: undefined },
  ])
})

test('Try & Buy orders arrive and are tried before delivery [track.4]', () => {
  const steps = trackerSteps({ orderType: 'Try and Buy', orderStatus: 'Accepted', history: [] })

  expect(steps.map(({ status }) => status)).toEqual([
    'Accepted',
    'Shipped',
    'On the way',
    'Arrived',
    'Size Trialing',
    'Delivered',
  ])
})

test('a cancelled order shows its accepted and cancelled times only [track.4]', () => {
  const cancelled = { status: 'Cancelled' as const, at: '2026-11-20T10:50:00Z' }
  const steps = trackerSteps({
    orderType: 'Standard',
    orderStatus: 'Cancelled',
    history: [accepted, cancelled],
  })

  expect(steps).toEqual([
    { status: 'Accepted', state: 'done', at: accepted.at },
    { status: 'Cancelled', state: 'cancelled', at: cancelled.at },
  ])
})

import { describe, expect, test } from 'vitest'

import type { PurchaseType } from '#contract/cart/cart.ts'
import { isActive, isPaid, OrderStatus } from './order.ts'
import {
  canRefuseDelivery,
  canStoreCancel,
  canTransitionLine,
  canTransitionOrder,
  nextLineStatus,
  nextOrderStatus,
  deriveOrderStatus,
} from './orderTransitions.ts'

const statuses = OrderStatus.options

/** Every allowed transition, as 'from > to'. */
function allowedTransitions(
  canTransition: typeof canTransitionOrder,
  purchaseType: PurchaseType,
): string[] {
  return statuses.flatMap((from) =>
    statuses
      .filter((to) => canTransition({ purchaseType, from, to }))
      .map((to) => `${from} > ${to}`),
  )
}

describe('an order', () => {
  test('for Standard makes these transitions and no others [order.7] [track.4]', () => {
    expect(allowedTransitions(canTransitionOrder, 'Standard')).toEqual([
      'Accepted > Shipped',
      'Accepted > Cancelled',
      'Shipped > On the way',
      'On the way > Delivered',
    ])
  })

  test('for Try and Buy is tried on at the door [order.7] [track.4]', () => {
    expect(allowedTransitions(canTransitionOrder, 'Try and Buy')).toEqual([
      'Accepted > Shipped',
      'Accepted > Cancelled',
      'Shipped > On the way',
      'On the way > Arrived',
      'Arrived > Size Trialing',
      'Size Trialing > Delivered',
    ])
  })

  test.each([
    ['Standard', ['Shipped', 'On the way']],
    ['Try and Buy', ['Shipped', 'On the way', 'Arrived']],
  ] as const)('for %s can be refused when it is %j [order.7]', (purchaseType, when) => {
    expect(statuses.filter((status) => canRefuseDelivery(purchaseType, status))).toEqual(when)
  })

  test('can be cancelled by the store until it is on the way [order.7]', () => {
    expect(statuses.filter(canStoreCancel)).toEqual(['Accepted', 'Shipped'])
  })

  test.each(['Standard', 'Try and Buy'] as const)(
    'for %s continues until it is delivered [track.3]',
    (purchaseType) => {
      let status: OrderStatus | undefined = 'Accepted'
      const passed: OrderStatus[] = []
      while (status && passed.length < statuses.length) {
        passed.push(status)
        status = nextOrderStatus(purchaseType, status)
      }

      expect(passed.at(-1)).toBe('Delivered')
      expect(passed.slice(0, -1).every(isActive)).toBe(true)
    },
  )
})

describe('an order line', () => {
  test('is cancelled before the order leaves, returned or exchanged after delivery [order.7] [board.4]', () => {
    expect(allowedTransitions(canTransitionLine, 'Standard').sort()).toEqual([
      'Accepted > Cancelled',
      'Delivered > Exchange Requested',
      'Delivered > Return Requested',
      'Exchange Accepted > Exchanged',
      'Exchange Requested > Exchange Accepted',
      'Exchange Requested > Exchange Cancelled',
      'Return Accepted > Returned',
      'Return Requested > Return Accepted',
      'Return Requested > Return Cancelled',
    ])
  })

  test('to try is cancelled before the order leaves, and kept or cancelled after the trial [order.4] [board.4]', () => {
    expect(allowedTransitions(canTransitionLine, 'Try and Buy')).toEqual([
      'Accepted > Cancelled',
      'Size Trialing > Cancelled',
    ])
  })
})

test.each([
  ['Standard', 'Return Requested', 'Return Accepted'],
  ['Standard', 'Exchange Accepted', 'Exchanged'],
  ['Standard', 'Returned', undefined],
  ['Try and Buy', 'Size Trialing', 'Cancelled'],
  ['Try and Buy', 'Delivered', undefined],
] as const)('for %s that is %s becomes %s next [order.7]', (purchaseType, from, to) => {
  expect(nextLineStatus(purchaseType, from)).toBe(to)
})

describe('an order whose lines have different statuses', () => {
  test.each<[before: OrderStatus, lines: OrderStatus[], standing: OrderStatus]>([
    ['Delivered', ['Delivered', 'Return Requested'], 'Return Requested'],
    ['Delivered', ['Exchange Requested', 'Return Requested'], 'Return Requested'],
    ['Delivered', ['Return Accepted', 'Exchange Requested'], 'Exchange Requested'],
    ['Delivered', ['Exchange Accepted', 'Return Accepted'], 'Return Accepted'],
    ['Return Requested', ['Exchange Accepted', 'Delivered'], 'Exchange Accepted'],
    ['Return Accepted', ['Returned', 'Returned'], 'Returned'],
    ['Return Accepted', ['Returned', 'Cancelled'], 'Returned'],
    ['Return Accepted', ['Returned', 'Delivered'], 'Delivered'],
    ['Exchange Accepted', ['Delivered', 'Exchanged'], 'Delivered'],
    ['Size Trialing', ['Size Trialing', 'Cancelled'], 'Size Trialing'],
    ['On the way', ['Delivered', 'Delivered'], 'On the way'],
    ['Cancelled', ['Cancelled', 'Cancelled'], 'Cancelled'],
    ['Delivered', [], 'Delivered'],
  ])('that was %s has, with %j, the status %s [order.7]', (before, lines, standing) => {
    expect(deriveOrderStatus(before, lines)).toBe(standing)
  })
})

test.each([
  ['Pending', false],
  ['Completed', true],
  ['paid', true],
] as const)('whose payment is %s is paid: %s [order.2]', (status, paid) => {
  expect(isPaid(status)).toBe(paid)
})

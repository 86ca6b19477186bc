import { describe, expect, test } from 'vitest'

import type { PurchaseType } from './purchaseType.ts'
import { isActive, OrderStatus } from './order.ts'
import { mayLineMove, mayOrderMove, nextStatusOf } from './orderMoves.ts'

const statuses = OrderStatus.options

/** Every allowed move, as 'from > to'. */
function movesBy(may: typeof mayOrderMove, purchaseType: PurchaseType): string[] {
  return statuses.flatMap((from) =>
    statuses.filter((to) => may({ purchaseType, from, to })).map((to) => `${from} > ${to}`),
  )
}

describe('an order', () => {
  test('for Standard goes these ways and no other [order.7] [track.4]', () => {
    expect(movesBy(mayOrderMove, 'Standard')).toEqual([
      'Accepted > Shipped',
      'Accepted > Cancelled',
      'Shipped > On the way',
      'On the way > Delivered',
    ])
  })

  test('for Try and Buy is tried on at the door [order.7] [track.4]', () => {
    expect(movesBy(mayOrderMove, 'Try and Buy')).toEqual([
      'Accepted > Shipped',
      'Accepted > Cancelled',
      'Shipped > On the way',
      'On the way > Arrived',
      'Arrived > Size Trialing',
      'Size Trialing > Delivered',
    ])
  })

  test.each(['Standard', 'Try and Buy'] as const)(
    'for %s goes on until it is delivered [track.3]',
    (purchaseType) => {
      let status: OrderStatus | undefined = 'Accepted'
      const passed: OrderStatus[] = []
      while (status && passed.length < statuses.length) {
        passed.push(status)
        status = nextStatusOf(purchaseType, status)
      }

      expect(passed.at(-1)).toBe('Delivered')
      expect(passed.slice(0, -1).every(isActive)).toBe(true)
    },
  )
})

describe('a line by itself', () => {
  test('comes back or is exchanged after delivery [order.7]', () => {
    expect(movesBy(mayLineMove, 'Standard').sort()).toEqual([
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

  test('that was tried is kept or left, and nothing else [order.4]', () => {
    expect(movesBy(mayLineMove, 'Try and Buy')).toEqual(['Size Trialing > Cancelled'])
  })
})

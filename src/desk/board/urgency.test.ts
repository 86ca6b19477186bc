import { describe, expect, test } from 'vitest'

import { aBoardOrder } from '#tests/support/desk/deskOrders.ts'
import {
  type BoardFilters,
  filtersOf,
  isShown,
  noRider,
  queryOf,
} from '#desk/board/boardFilters.ts'
import { durationText } from '#desk/ui/time/promiseTime.ts'
import { groupsOf, isLate, regroupedAt, summariesOf } from './urgency.ts'

const now = Date.parse('2026-11-27T13:00:00Z')
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const order = (number: string, minutes: number, changes = {}) =>
  aBoardOrder({ number, promisedBy: inMinutes(minutes), since: inMinutes(-9), ...changes })

const numbersOf = (orders: Parameters<typeof groupsOf>[0]) =>
  groupsOf(orders, now).map(({ name, orders: listed }) => [
    name,
    ...listed.map(({ number }) => number),
  ])

describe('the order of the board [board.1]', () => {
  test('late first, then failed, due within 15 minutes and later, the earliest promise first', () => {
    const orders = [
      order('later', 16),
      order('soon', 14.9),
      order('failed', 30, { state: 'failed' }),
      order('late', -1),
      order('later still', 40),
      order('very late', -6),
      order('without a promise', 0, { promisedBy: null }),
    ]

    expect(numbersOf(orders)).toEqual([
      ['late', 'very late', 'late'],
      ['failed', 'failed'],
      ['soon', 'soon'],
      ['later', 'later', 'later still', 'without a promise'],
    ])
  })

  test('an order is late once its promise has passed, not before', () => {
    expect(isLate(order('on time', 0), now)).toBe(false)
    expect(isLate(order('late', 0), now + 1)).toBe(true)
    expect(isLate(order('delivered', -5, { state: 'delivered' }), now)).toBe(false)
  })

  test('the groups are the same since the last order moved from one to another', () => {
    const orders = [order('a', 10), order('b', -2), order('c', 90)]
    const at = regroupedAt(orders, now)

    expect(at).toBe(now - 2 * 60_000 + 1)
    expect(groupsOf(orders, at)).toEqual(groupsOf(orders, now))
    expect(groupsOf(orders, at - 1)).not.toEqual(groupsOf(orders, now))
  })

  test('each state says how many orders it has, how many are late and how old the oldest is', () => {
    const orders = [
      order('a', -1, { state: 'withRider', since: inMinutes(-24) }),
      order('b', 30, { state: 'onTheWay', since: inMinutes(-3) }),
    ]
    const summary = summariesOf(orders, now).find(({ stage }) => stage === 'withRider')

    expect(summary).toEqual({ stage: 'withRider', count: 2, late: 1, oldestMinutes: 24 })
  })

  test.each([
    [372_000, '6:12'],
    [-372_000, '6:12'],
    [3_660_000, '1 h 01 min'],
    [2 * 86_400_000, '2 days'],
  ])('%i ms read as %s', (ms, text) => expect(durationText(ms)).toBe(text))
})

describe('filters in the URL [board.2]', () => {
  test('a link shows the same', () => {
    const filters: BoardFilters = {
      stage: 'ready',
      isLate: true,
      isTrial: true,
      warehouse: 'indore',
      payment: 'cash',
      rider: noRider,
    }

    expect(filtersOf(new URLSearchParams(queryOf(filters)))).toEqual(filters)
    expect(filtersOf(new URLSearchParams('state=made-up&payment=gold'))).toEqual({})
  })

  test.each([
    [{ stage: 'new' }, ['plain', 'cash']],
    [{ isLate: true }, ['late trial']],
    [{ isTrial: true }, ['late trial']],
    [{ payment: 'cash' }, ['cash']],
    [{ rider: noRider }, ['plain', 'cash']],
    [{ rider: 'salim' }, ['late trial']],
    [{ warehouse: 'pune' }, ['cash']],
  ] as const)('%j', (filters, numbers) => {
    const orders = [
      order('plain', 30),
      order('cash', 30, {
        paymentMethod: 'Cash on delivery',
        warehouse: { id: 'pune', name: 'Pune' },
      }),
      order('late trial', -1, {
        ...{ state: 'trial', purchaseType: 'Try and Buy' },
        rider: { id: 'salim', name: 'Salim' },
      }),
    ]

    const shown = orders.filter((entry) => isShown(entry, filters, now))
    expect(shown.map(({ number }) => number)).toEqual(numbers)
  })
})

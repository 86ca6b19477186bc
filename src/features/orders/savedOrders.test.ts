import { expect, test } from 'vitest'

import { anOrder } from '#tests/support/shopper/builders.ts'
import { withOrder, withOrders } from './useOrders.ts'

const none = { orders: [] }
const minute = 60_000
const older = anOrder({ _id: 'older', createdAt: '2026-11-19T10:00:00.000Z' })
const newer = anOrder({ _id: 'newer', createdAt: '2026-11-20T10:00:00.000Z' })

test('the server’s orders are stored with their time [order.10]', () => {
  expect(withOrders(none, [newer, older], 7)).toEqual({
    orders: [
      { order: newer, at: 7 },
      { order: older, at: 7 },
    ],
    listedAt: 7,
  })
})

test('unchanged orders are stored at most once a minute [order.10]', () => {
  const saved = withOrders(none, [newer], 1)

  expect(withOrders(saved, [anOrder(newer)], minute)).toBe(saved)
  expect(withOrder(saved, anOrder(newer), minute)).toBe(saved)
  expect(withOrders(saved, [newer], minute + 1).listedAt).toBe(minute + 1)
  const shipped = anOrder({ ...newer, orderStatus: 'Shipped' })
  expect(withOrder(saved, shipped, 2).orders).toEqual([{ order: shipped, at: 2 }])
})

test('the age of an unchanged order is updated after a minute [order.10]', () => {
  const saved = withOrders(none, [newer, older], 1)

  expect(withOrder(saved, anOrder(newer), minute + 1).orders).toEqual([
    { order: newer, at: minute + 1 },
    { order: older, at: 1 },
  ])
})

test('a changed list is stored at once [order.10]', () => {
  const saved = withOrders(none, [newer], 1)

  expect(withOrders(saved, [newer, older], 2).listedAt).toBe(2)
})

test('an older order read alone is listed after newer ones [order.10]', () => {
  const saved = withOrder(withOrder(none, newer, 1), older, 2)

  expect(saved.orders.map(({ order }) => order._id)).toEqual(['newer', 'older'])
})

test('an order read alone is sorted in, and the list stays incomplete [order.10]', () => {
  const saved = withOrder(withOrder(none, older, 1), newer, 2)

  expect(saved.orders.map(({ order }) => order._id)).toEqual(['newer', 'older'])
  expect(saved.listedAt).toBeUndefined()
})

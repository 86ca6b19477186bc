import { expect, test } from 'vitest'

import { orderStockItems } from './stock.ts'

test('an order reserves the size of each line, and both sizes of a trial, in its warehouse [bag.7]', () => {
  const lines = [
    { productId: 'p1', size: 'M', trialSize: null, quantity: 2 },
    { productId: 'p2', size: 'S', trialSize: 'M', quantity: 1 },
  ]

  expect(orderStockItems({ warehouseId: 'indore' }, lines)).toEqual([
    { warehouseId: 'indore', productId: 'p1', size: 'M', quantity: 2 },
    { warehouseId: 'indore', productId: 'p2', size: 'S', quantity: 1 },
    { warehouseId: 'indore', productId: 'p2', size: 'M', quantity: 1 },
  ])
})

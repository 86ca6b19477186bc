import { expect, test } from 'vitest'

import { aCartLine, aProduct } from '#tests/support/builders.ts'
import { withAdded, withChange, withDelivery } from './cartLines.ts'

const kurta = aProduct({ stock: { S: 5, M: 12, L: 0 } })

test('the same product in the same size adds up, at most 8 and at most the stock [bag.17]', () => {
  const five = [aCartLine({ productId: kurta, size: 'M', quantity: 5 })]

  expect(withAdded(five, { product: kurta, size: 'M', quantity: 2 })).toMatchObject([
    { _id: 'line-1', quantity: 7 },
  ])
  expect(withAdded(five, { product: kurta, size: 'M', quantity: 5 })).toMatchObject([
    { quantity: 8 },
  ])
  expect(withAdded([], { product: kurta, size: 'S', quantity: 7 })).toMatchObject([{ quantity: 5 }])
})

test('another size is a line of its own and takes the delivery of the bag [bag.7] [bag.17]', () => {
  const tried = [aCartLine({ productId: kurta, purchaseType: 'Try and Buy', trialSize: 'S' })]

  const lines = withAdded(tried, { product: kurta, size: 'S', quantity: 1 })

  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ size: 'S', purchaseType: 'Try and Buy', trialSize: 'M' })
})

test('a size that another line has already makes one line of the two [bag.17]', () => {
  const lines = [
    aCartLine({ _id: 'a', productId: kurta, size: 'S', quantity: 2 }),
    aCartLine({ _id: 'b', productId: kurta, size: 'M', quantity: 3 }),
  ]

  expect(withChange(lines, 'a', { size: 'M' })).toMatchObject([
    { _id: 'a', size: 'M', quantity: 5 },
  ])
})

test('a new size keeps a trial size that may stay, and never tries the chosen one [bag.6]', () => {
  const line = aCartLine({ size: 'M', trialSize: 'S', purchaseType: 'Try and Buy' })

  expect(withChange([line], 'line-1', { size: 'L' })).toMatchObject([{ trialSize: 'S' }])
  expect(withChange([line], 'line-1', { size: 'S' })).toMatchObject([{ trialSize: 'M' }])
})

test('Try and Buy gives each line its first allowed size in stock, Standard takes it [bag.7]', () => {
  const tried = withDelivery([aCartLine({ productId: kurta, size: 'S' })], 'Try and Buy')

  expect(tried).toMatchObject([{ purchaseType: 'Try and Buy', trialSize: 'M' }])
  expect(withDelivery(tried, 'Standard')[0]).not.toHaveProperty('trialSize')
})

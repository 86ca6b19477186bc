import { describe, expect, test } from 'vitest'

import type { Cart } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { aCartLine, aProduct, rupees } from '#tests/support/shopper/builders.ts'
import { addLine, changeLine, withPurchaseType, withLines, withoutLine } from './cartLines.ts'

/** `product` in a size, as a new line. */
const add = (product: Product, size: string, quantity: number) => ({
  ...{ lineId: `local-${size}`, product },
  ...{ size, quantity },
})

const kurta = aProduct({ stock: { S: 5, M: 12, L: 0 } })

test('the same product in the same size adds up, at most 8 and at most the stock [bag.17]', () => {
  const five = [aCartLine({ productId: kurta, size: 'M', quantity: 5 })]

  expect(addLine(five, add(kurta, 'M', 2))).toMatchObject([{ _id: 'line-1', quantity: 7 }])
  expect(addLine(five, add(kurta, 'M', 5))).toMatchObject([{ quantity: 8 }])
  expect(addLine([], add(kurta, 'S', 7))).toMatchObject([{ quantity: 5 }])
})

test('another size is a new line with the bag’s delivery option [bag.7] [bag.17]', () => {
  const tried = [aCartLine({ productId: kurta, purchaseType: 'Try and Buy', trialSize: 'S' })]

  const lines = addLine(tried, add(kurta, 'S', 1))

  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ size: 'S', purchaseType: 'Try and Buy', trialSize: 'M' })
})

test('changing to a size of another line merges the two [bag.17]', () => {
  const lines = [
    aCartLine({ _id: 'a', productId: kurta, size: 'S', quantity: 2 }),
    aCartLine({ _id: 'b', productId: kurta, size: 'M', quantity: 3 }),
  ]

  expect(changeLine(lines, 'a', { size: 'M' })).toMatchObject([
    { _id: 'a', size: 'M', quantity: 5 },
  ])
})

test('a new size keeps a valid trial size, which is never the chosen size [bag.6]', () => {
  const line = aCartLine({ size: 'M', trialSize: 'S', purchaseType: 'Try and Buy' })

  expect(changeLine([line], 'line-1', { size: 'L' })).toMatchObject([{ trialSize: 'S' }])
  expect(changeLine([line], 'line-1', { size: 'S' })).toMatchObject([{ trialSize: 'M' }])
})

test('Try & Buy sets each line’s first valid trial size, Standard clears it [bag.7]', () => {
  const tried = withPurchaseType([aCartLine({ productId: kurta, size: 'S' })], 'Try and Buy')

  expect(tried).toMatchObject([{ purchaseType: 'Try and Buy', trialSize: 'M' }])
  expect(withPurchaseType(tried, 'Standard')[0]).not.toHaveProperty('trialSize')
})

test('a trial size chosen before stays with a Standard line until Try & Buy is chosen [bag.6] [bag.7]', () => {
  const size = ['S', 'M', 'L', 'XL']
  const product = aProduct({ size, stock: { S: 5, M: 5, L: 5, XL: 5 } })
  const newLine = { ...add(product, 'M', 1), trialSize: 'L' }

  const standard = addLine([], newLine)
  const again = addLine(addLine([], add(product, 'M', 1)), newLine)

  for (const lines of [standard, again]) {
    expect(lines).toMatchObject([{ purchaseType: 'Standard', trialSize: 'L' }])
    expect(withPurchaseType(lines, 'Try and Buy')).toMatchObject([{ trialSize: 'L' }])
  }
  const [line] = standard
  expect(changeLine(standard, line!._id, { size: 'S' })[0]).not.toHaveProperty('trialSize')
})

describe('a change of one line', () => {
  const saree = aProduct({ _id: 'saree', stock: { M: 9 } })
  const lines = [
    aCartLine({ _id: 'a', productId: kurta, size: 'S', quantity: 2 }),
    aCartLine({ _id: 'b', productId: saree, size: 'M', quantity: 1 }),
  ]

  test('leaves the other lines as they are [bag.5]', () => {
    expect(changeLine(lines, 'b', { quantity: 3 })).toEqual([
      lines[0],
      { ...lines[1], quantity: 3 },
    ])
    expect(addLine(lines, add(saree, 'M', 1))).toEqual([lines[0], { ...lines[1], quantity: 2 }])
    expect(withoutLine(lines, 'a')).toEqual([lines[1]])
  })

  test('never merges the same size of two products [bag.17]', () => {
    expect(changeLine(lines, 'a', { size: 'M' })).toMatchObject([
      { _id: 'a', size: 'M', quantity: 2 },
      { _id: 'b', quantity: 1 },
    ])
    expect(addLine(lines, add(kurta, 'M', 1))).toHaveLength(3)
  })

  test('of a removed line changes nothing [bag.5]', () => {
    expect(changeLine(lines, 'gone', { quantity: 3 })).toBe(lines)
  })
})

test('each line that a guest adds has its own id and Standard delivery [bag.17]', () => {
  const small = addLine([], add(kurta, 'S', 1))
  const both = addLine(small, add(kurta, 'M', 1))

  expect(new Set(both.map(({ _id }) => _id)).size).toBe(2)
  expect(both.map(({ purchaseType }) => purchaseType)).toEqual(['Standard', 'Standard'])
})

test('a chosen trial size stays if it is valid, even if it is not the first [bag.6]', () => {
  const stock = { S: 1, M: 1, L: 1 }
  const line = aCartLine({
    productId: aProduct({ size: ['S', 'M', 'L'], stock }),
    size: 'M',
    trialSize: 'L',
    purchaseType: 'Try and Buy',
  })

  expect(withPurchaseType([line], 'Try and Buy')).toMatchObject([{ trialSize: 'L' }])
})

test('the total of the bag follows its lines [bag.5]', () => {
  const line = aCartLine({
    productId: aProduct({ discountedPrice: rupees(799.5) }),
    quantity: 3,
  })
  const cart = {
    products: [],
    totalAmount: rupees(0),
    couponId: null,
    addressId: null,
    receiver: null,
  }

  expect(withLines(cart as unknown as Cart, [line])).toMatchObject({
    products: [line],
    totalAmount: 2398.5,
    addressId: null,
  })
})

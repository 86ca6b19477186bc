import { expect, test } from 'vitest'

import { orderedProductOf, pricesOf, productOf } from './products.ts'

type Row = Parameters<typeof productOf>[0]

const row: Row = {
  id: 'p1',
  code: 'KUR-1',
  name: 'Blue kurta',
  brandId: 'b1',
  brandName: 'Amodra',
  hasTryAndBuy: true,
  categoryId: 'kurtas',
  categoryName: 'Kurtas',
  subcategoryId: 's1',
  subcategoryName: 'Straight',
  allSubcategories: null,
  photos: [],
  tint: '#a33',
  mrpPaise: 1999_00,
  pricePaise: 999_00,
  sizes: ['S', 'M'],
  stock: { indore: { M: 2 }, pune: { S: 1, M: 1 }, delhi: { S: 4 } },
  shownWarehouseIds: ['indore', 'pune'],
  reviewCount: 0,
  ratingTenths: null,
}

test('a product has its prices in rupees, its brand, its categories and its stock [product.1]', () => {
  expect(productOf(row)).toEqual({
    _id: 'p1',
    productId: 'KUR-1',
    name: 'Blue kurta',
    brand: { _id: 'b1', name: 'Amodra', is_try_and_buy_visible: true },
    category: { _id: 'kurtas', name: 'Kurtas' },
    subcategory: [{ _id: 's1', name: 'Straight' }],
    photos: [],
    tint: '#a33',
    mrp: 1999,
    discount: 1000,
    discountedPrice: 999,
    discountPercentage: 50,
    size: ['S', 'M'],
    stock: { S: 1, M: 2 },
  })
})

test.for([
  ['indore', { S: 0, M: 2 }],
  ['pune', { S: 1, M: 1 }],
  ['delhi', { S: 1, M: 2 }],
  ['nowhere', { S: 1, M: 2 }],
] as const)('served from %s, its stock is %j: of that one if it is open', ([from, stock]) => {
  expect(productOf(row, from).stock).toEqual(stock)
})

test('the product of an order has the stock of its warehouse, open or not', () => {
  expect(orderedProductOf(row, 'delhi').stock).toEqual({ S: 4, M: 0 })
})

test('a product can have several subcategories, or none', () => {
  const both = [
    { _id: 's1', name: 'Straight' },
    { _id: 's2', name: 'Long' },
  ]

  expect(productOf({ ...row, allSubcategories: both }).subcategory).toEqual(both)
  const none = { ...row, subcategoryId: null, subcategoryName: null }
  expect(productOf(none).subcategory).toEqual([])
})

test.for([
  [2, 45, undefined],
  [3, null, undefined],
  [3, 45, { average: 4.5, count: 3 }],
] as const)(
  'with %i reviews and an average of %s tenths the rating is %j',
  ([reviewCount, ratingTenths, rating]) => {
    expect(productOf({ ...row, reviewCount, ratingTenths }).rating).toEqual(rating)
  },
)

test.for([
  [1000_00, 1000_00, 0, 0],
  [1000_00, 994_90, 5.1, 1],
  [1000_00, 995_10, 4.9, 0],
  [999_00, 333_00, 666, 67],
] as const)(
  'an MRP of %i paise and a price of %i are a discount of ₹%s, rounded to %i percent [product.1]',
  ([mrpPaise, pricePaise, discount, discountPercentage]) => {
    expect(pricesOf({ mrpPaise, pricePaise })).toMatchObject({ discount, discountPercentage })
  },
)

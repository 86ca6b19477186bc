import { expect, test } from 'vitest'

import { exchangeSizes } from './ReturnSheets.tsx'

const product = { size: ['S', 'M', 'L', 'XL'], stock: { S: 1, M: 9, L: 2 } }

test('the current size is not offered, and sizes with too little stock are sold out [order.5]', () => {
  expect(exchangeSizes({ size: 'M', quantity: 2 }, product)).toEqual({
    sizes: ['S', 'L', 'XL'],
    stock: { S: 0, L: 2, XL: 0 },
  })
})

test('a product no longer on sale has no other sizes [order.5]', () => {
  expect(exchangeSizes({ size: 'M', quantity: 1 }, undefined)).toEqual({ sizes: [], stock: {} })
})

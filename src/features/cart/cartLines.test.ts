import { expect, test } from 'vitest'

import { aCartLine, aProduct, rupees } from '#tests/support/shopper/builders.ts'
import { cartAfter, withLines } from './cartLines.ts'

const cart = {
  ...{ products: [], totalAmount: rupees(0) },
  ...{ couponId: null, addressId: null, receiver: null },
}

test('the total of the bag follows its lines [bag.5]', () => {
  const product = aProduct({ discountedPrice: rupees(799.5) })
  const line = aCartLine({ productId: product, quantity: 3 })

  expect(withLines(cart, [line])).toMatchObject({
    products: [line],
    totalAmount: 2398.5,
    addressId: null,
  })
})

test('a change that the rules refuse leaves the bag as it is [bag.5]', () => {
  const full = withLines(cart, [aCartLine({ productId: aProduct({ stock: { M: 1 } }) })])
  const change = { type: 'cart.update', lineId: 'line-1', name: 'Kurta' } as const

  expect(cartAfter(full, { ...change, to: { quantity: 2 } })).toBe(full)
})

import { expect, test } from 'vitest'

import { aCartLine, aProduct } from '#tests/support/shopper/builders.ts'
import { proceedProblem, tryAndBuyProblem } from './cartSummary.ts'
import { receiverProblem } from './Receiver.tsx'

const soldOut = aCartLine({ productId: aProduct({ stock: { S: 1, M: 0, L: 1 } }) })
const withoutTrialSize = aCartLine({ purchaseType: 'Try and Buy' })

test('problems are reported in the order of the checks [bag.12]', () => {
  expect(proceedProblem([soldOut, withoutTrialSize], undefined)).toBe(
    'Some products are out of stock',
  )
  expect(proceedProblem([withoutTrialSize], undefined)).toBe(
    'Please select Try and Buy or Standard Delivery option',
  )
  expect(proceedProblem([withoutTrialSize], 'Try and Buy')).toBe(
    'Please select trial size for every product',
  )
  expect(proceedProblem([aCartLine()], 'Standard')).toBeUndefined()
})

test('a quantity above the stock counts as out of stock [bag.12]', () => {
  expect(proceedProblem([aCartLine({ quantity: 6 })], 'Standard')).toBe(
    'Some products are out of stock',
  )
  expect(proceedProblem([aCartLine({ quantity: 5 })], 'Standard')).toBeUndefined()
})

test('every Try & Buy line needs an available trial size [bag.6] [bag.12]', () => {
  const tried = aCartLine({
    productId: aProduct({ size: ['S', 'M', 'L'], stock: { S: 1, M: 5, L: 0 } }),
    size: 'M',
    purchaseType: 'Try and Buy',
    trialSize: 'S',
  })
  const missing = 'Please select trial size for every product'

  expect(proceedProblem([tried], 'Try and Buy')).toBeUndefined()
  expect(proceedProblem([tried, withoutTrialSize], 'Try and Buy')).toBe(missing)
  expect(proceedProblem([{ ...tried, trialSize: 'L' }], 'Try and Buy')).toBe(missing)
})

test.each([
  ['Meera Joshi', '9826041375', undefined, undefined],
  ['', '', undefined, undefined],
  ['   ', '', undefined, undefined],
  ['2Meera', '9826041375', 'name', "Please enter a valid receiver's name"],
  ['Meera2', '9826041375', 'name', "Please enter a valid receiver's name"],
  ['Meera', '', 'contactNumber', 'Please enter all receiver details'],
  ['', '9826041375', 'name', 'Please enter all receiver details'],
  ['Meera', '982604137', 'contactNumber', 'Please enter a valid phone number for receiver'],
  ['Meera', '5826041375', 'contactNumber', 'Please enter a valid phone number for receiver'],
])(
  'a receiver "%s" with "%s" has to correct %s: %s [bag.12] [bag.13]',
  (name, contactNumber, ...[field, message]) => {
    expect(receiverProblem({ name, contactNumber })).toEqual(field && { field, message })
  },
)

test('Try & Buy is refused with the name of the brand, or of an item without adjacent sizes [bag.2] [bag.6]', () => {
  const brand = { _id: 'kesari', name: 'Kesari Loom', is_try_and_buy_visible: false }
  const alone = aProduct({ name: 'Silk saree', size: ['Free'], stock: { Free: 3 } })

  expect(tryAndBuyProblem([aCartLine(), aCartLine({ productId: aProduct({ brand }) })])).toBe(
    'Try and Buy not available for Kesari Loom products',
  )
  expect(tryAndBuyProblem([aCartLine({ productId: alone, size: 'Free' })])).toBe(
    'Try & Buy isn’t available for Silk saree: it comes in one size only',
  )
  expect(tryAndBuyProblem([aCartLine()])).toBeUndefined()
})

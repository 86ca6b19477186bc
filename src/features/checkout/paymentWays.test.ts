import { expect, test } from 'vitest'

import { canBePaid, paymentWaysFor } from './paymentWays.ts'

test('online payment comes first, cash on delivery is for Standard only [checkout.1] [bag.7]', () => {
  expect(paymentWaysFor('Standard')).toEqual(['prepaid', 'cash on delivery'])
  expect(paymentWaysFor('Try and Buy')).toEqual(['prepaid'])
  expect(canBePaid('Try and Buy')).toBe(true)
})

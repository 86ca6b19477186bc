import { expect, test } from 'vitest'

import { canBePaid, paymentWaysFor } from './paymentWays.ts'

test('cash on delivery is for Standard only, and what cannot be paid is not offered [checkout.1] [bag.7]', () => {
  expect(paymentWaysFor('Standard')).toContain('cash on delivery')
  expect(paymentWaysFor('Try and Buy')).not.toContain('cash on delivery')
  expect(canBePaid('Standard')).toBe(true)
})

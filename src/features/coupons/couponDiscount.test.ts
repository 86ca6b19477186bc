import { expect, test } from 'vitest'

import { paise, rupees } from '#tests/support/builders.ts'
import { discountOfCoupon } from './couponDiscount.ts'

const first600 = {
  appliedCoupon: { _id: 'c1', name: 'FIRST600', minimumPurchase: rupees(2000) },
  baseAmount: rupees(2500),
  couponAmount: rupees(600),
  discountUpTo: null,
  discountedAmount: rupees(1900),
  discountType: 'flat' as const,
}

test('a coupon takes off what it promises, and nothing below its minimum [coupon.2]', () => {
  expect(discountOfCoupon(first600, paise(2500_00))).toBe(600_00)
  expect(discountOfCoupon(first600, paise(2000_00))).toBe(600_00)
  expect(discountOfCoupon(first600, paise(1999_99))).toBe(0)
})

test('a percentage grows with the bag, up to its most [checkout.3]', () => {
  const tenPercent = {
    ...first600,
    couponAmount: rupees(10),
    discountUpTo: rupees(300),
    discountType: 'percentage' as const,
  }

  expect(discountOfCoupon(tenPercent, paise(2500_00))).toBe(250_00)
  expect(discountOfCoupon(tenPercent, paise(9000_00))).toBe(300_00)
})

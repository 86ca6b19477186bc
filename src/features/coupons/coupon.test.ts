import { expect, test } from 'vitest'

import { paise, rupees } from '#tests/support/shopper/builders.ts'
import { couponDiscount } from './coupon.ts'

/** A bag for Standard delivery. */
const cartOf = (goods: number) => ({ goods: paise(goods), purchaseType: 'Standard' as const })

const first600 = {
  appliedCoupon: { _id: 'c1', name: 'FIRST600', minimumPurchase: rupees(2000) },
  baseAmount: rupees(2500),
  couponAmount: rupees(600),
  discountUpTo: null,
  discountedAmount: rupees(1900),
  discountType: 'flat' as const,
}

test('a coupon gives its discount, and none below its minimum [coupon.2]', () => {
  expect(couponDiscount(first600, cartOf(2500_00))).toBe(600_00)
  expect(couponDiscount(first600, cartOf(2000_00))).toBe(600_00)
  expect(couponDiscount(first600, cartOf(1999_99))).toBe(0)
})

test('a percentage grows with the bag up to its maximum [checkout.3]', () => {
  const tenPercent = {
    ...first600,
    couponAmount: rupees(10),
    discountUpTo: rupees(300),
    discountType: 'percentage' as const,
  }

  expect(couponDiscount(tenPercent, cartOf(2500_00))).toBe(250_00)
  expect(couponDiscount(tenPercent, cartOf(9000_00))).toBe(300_00)
})

test('a Try & Buy coupon gives no discount on a Standard bag [bag.7] [checkout.3]', () => {
  const { appliedCoupon } = first600
  const tryFree = {
    ...first600,
    appliedCoupon: { ...appliedCoupon, purchaseType: 'Try and Buy' as const },
  }
  const standard = cartOf(2500_00)

  expect(couponDiscount(tryFree, standard)).toBe(0)
  expect(couponDiscount(tryFree, { ...standard, purchaseType: 'Try and Buy' })).toBe(600_00)
})

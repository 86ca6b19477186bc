import { expect, test } from 'vitest'

import { couponOf, type CouponRow } from './coupons.ts'

const row: CouponRow = {
  id: 'c1',
  name: 'SAVE100',
  discountType: 'flat',
  amountPaise: 100_00,
  basisPoints: null,
  discountUpToPaise: null,
  headline: '₹100 off',
  tagline: '',
  minimumPurchasePaise: 0,
  purchaseType: null,
  maxUses: 5,
  used: 4,
  maxUsesPerUser: null,
  isFirstOrderOnly: false,
  isListed: true,
  startsAt: null,
  endsAt: null,
  createdAt: new Date(),
}

test('customers see the amounts of a coupon in rupees, and not how often it was used [coupon.3]', () => {
  expect(couponOf(row)).toEqual({
    _id: 'c1',
    name: 'SAVE100',
    discountType: 'flat',
    couponAmount: 100,
    discountUpTo: null,
    headline: '₹100 off',
    tagline: null,
    minimumPurchase: 0,
  })
})

test('a percentage is shown in percent, with its limit, its minimum and its purchase type [coupon.3]', () => {
  const percentage: CouponRow = {
    ...row,
    discountType: 'percentage',
    amountPaise: null,
    basisPoints: 1250,
    discountUpToPaise: 150_00,
    headline: '',
    tagline: 'Try at home',
    minimumPurchasePaise: 999_00,
    purchaseType: 'Try and Buy',
  }

  expect(couponOf(percentage)).toMatchObject({
    discountType: 'percentage',
    couponAmount: 12.5,
    discountUpTo: 150,
    headline: null,
    tagline: 'Try at home',
    minimumPurchase: 999,
    purchaseType: 'Try and Buy',
  })
})

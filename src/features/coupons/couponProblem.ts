import type { Coupon, PurchaseType } from '#contract/cart.ts'
import { type Paise, toPaise } from '#contract/money.ts'

/** What a coupon asks about a bag: its goods without charges, and how it is bought. */
export type CouponBag = { goods: Paise; purchaseType: PurchaseType }

/** Why a coupon does not fit a bag as it is now, in the words in which the store refuses it. */
export function couponProblem(coupon: Coupon, { goods, purchaseType }: CouponBag) {
  if (coupon.purchaseType && coupon.purchaseType !== purchaseType) {
    return `This coupon is for ${coupon.purchaseType} orders`
  }
  if (goods < toPaise(coupon.minimumPurchase)) return 'Minimum purchase amount not met'
  return undefined
}

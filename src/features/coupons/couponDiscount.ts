import type { AppliedCoupon } from '#contract/coupon.ts'
import { noPaise, type Paise, toPaise } from '#contract/money.ts'
import { couponDiscountOf } from '#contract/pricing.ts'
import { type CouponBag, couponProblem } from './couponProblem.ts'

/** What an applied coupon takes off the bag as it is now; nothing where it does not fit. */
export function discountOfCoupon(coupon: AppliedCoupon, bag: CouponBag): Paise {
  const { appliedCoupon, discountType, couponAmount, discountUpTo } = coupon
  if (couponProblem(appliedCoupon, bag)) return noPaise
  return couponDiscountOf(bag.goods, {
    discountType,
    couponAmount: discountType === 'flat' ? toPaise(couponAmount) : couponAmount,
    upTo: discountUpTo === null ? undefined : toPaise(discountUpTo),
  })
}

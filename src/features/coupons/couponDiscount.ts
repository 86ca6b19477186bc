import type { AppliedCoupon } from '#contract/coupon.ts'
import { noPaise, type Paise, toPaise } from '#contract/money.ts'
import { couponDiscountOf } from '#contract/pricing.ts'

/** What an applied coupon takes off the goods as they are now; nothing below its minimum. */
export function discountOfCoupon(coupon: AppliedCoupon, goods: Paise): Paise {
  const { appliedCoupon, discountType, couponAmount, discountUpTo } = coupon
  if (goods < toPaise(appliedCoupon.minimumPurchase)) return noPaise
  return couponDiscountOf(goods, {
    discountType,
    couponAmount: discountType === 'flat' ? toPaise(couponAmount) : couponAmount,
    upTo: discountUpTo === null ? undefined : toPaise(discountUpTo),
  })
}

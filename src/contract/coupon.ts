import * as v from 'valibot'

import { PurchaseType } from './purchaseType.ts'
import { Rupees } from './money.ts'
import { listReply, refusal, reply } from './reply.ts'

/** A coupon as it is offered. `tagline` is HTML of strong and em. */
export const Coupon = v.object({
  _id: v.string(),
  name: v.string(),
  headline: v.nullish(v.string()),
  tagline: v.nullish(v.string()),
  minimumPurchase: Rupees,
  /** The bags it is for; left out: any. */
  purchaseType: v.optional(PurchaseType),
})
export type Coupon = v.InferOutput<typeof Coupon>
export const CouponsReply = listReply(Coupon)

/** Body of `POST /coupons/is-applicable`; `couponId` is the id or the code. */
export const TryCoupon = v.object({
  couponId: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
  checkout_items: v.pipe(v.array(v.object({ _id: v.string() })), v.maxLength(100)),
})

/**
 * A coupon as it was applied to a bag, in rupees. `couponAmount` is what it promises: rupees for a
 * flat coupon, percent for the other; what it takes off is base minus discounted amount.
 */
export const AppliedCoupon = v.object({
  appliedCoupon: Coupon,
  baseAmount: Rupees,
  couponAmount: Rupees,
  discountUpTo: v.nullable(Rupees),
  discountedAmount: Rupees,
  discountType: v.picklist(['flat', 'percentage']),
})
export type AppliedCoupon = v.InferOutput<typeof AppliedCoupon>

export const TryCouponReply = v.variant('success', [
  reply({ result: v.object({ data: AppliedCoupon }) }),
  refusal,
])

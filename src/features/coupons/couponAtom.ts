import * as v from 'valibot'

import { AppliedCoupon } from '#contract/coupon.ts'
import { persistedAtom } from '#platform/persistedAtom.ts'

const KeptCoupon = v.object({
  applied: v.nullable(AppliedCoupon),
  /** Taken off by hand: whatever the store still has of it does not come back by itself. */
  isRemoved: v.boolean(),
})

export const couponAtom = persistedAtom('coupon', KeptCoupon, { applied: null, isRemoved: false })

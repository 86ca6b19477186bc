import * as v from 'valibot'

import { Paise } from './money.ts'

/** What an order costs. `baseAmount` is the goods before the coupon, `discountedAmount` after it. */
export const AmountDetails = v.object({
  isCouponApplied: v.boolean(),
  baseAmount: Paise,
  discountedAmount: Paise,
  trialCharges: Paise,
  shippingCharges: Paise,
  finalAmount: Paise,
})
export type AmountDetails = v.InferOutput<typeof AmountDetails>

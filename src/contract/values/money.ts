import * as v from 'valibot'

/** Used by the catalogue and the cart: rupees, with up to two decimals. */
export const Rupees = v.pipe(v.number(), v.minValue(0), v.brand('Rupees'))
export type Rupees = v.InferOutput<typeof Rupees>

/** Used by orders, payments, the database and all calculations: whole paise. */
export const Paise = v.pipe(v.number(), v.integer(), v.minValue(0), v.brand('Paise'))
export type Paise = v.InferOutput<typeof Paise>

export const noRupees = 0 as Rupees
export const noPaise = 0 as Paise

export const toPaise = (rupees: Rupees) => Math.round(rupees * 100) as Paise
export const toRupees = (paise: Paise) => (paise / 100) as Rupees

export const times = (amount: Paise, count: number) => (amount * count) as Paise
export const minus = (amount: Paise, deduction: Paise) => (amount - deduction) as Paise
export const sum = (amounts: Paise[]) => amounts.reduce((total, next) => total + next, 0) as Paise

/**
 * The amounts of an order. `baseAmount` is the items before the coupon, `discountedAmount` after
 * it.
 */
export const AmountDetails = v.object({
  isCouponApplied: v.boolean(),
  baseAmount: Paise,
  discountedAmount: Paise,
  trialCharges: Paise,
  shippingCharges: Paise,
  finalAmount: Paise,
})
export type AmountDetails = v.InferOutput<typeof AmountDetails>

import * as v from 'valibot'

/** What the catalogue and the cart speak: rupees, with up to two decimals. */
export const Rupees = v.pipe(v.number(), v.minValue(0), v.brand('Rupees'))
export type Rupees = v.InferOutput<typeof Rupees>

/** What orders, payments, the database and all arithmetic speak: whole paise. */
export const Paise = v.pipe(v.number(), v.integer(), v.minValue(0), v.brand('Paise'))
export type Paise = v.InferOutput<typeof Paise>

export const noRupees = 0 as Rupees
export const noPaise = 0 as Paise

export const toPaise = (rupees: Rupees) => Math.round(rupees * 100) as Paise
export const toRupees = (paise: Paise) => (paise / 100) as Rupees

export const times = (amount: Paise, count: number) => (amount * count) as Paise
export const minus = (amount: Paise, less: Paise) => (amount - less) as Paise
export const sum = (amounts: Paise[]) => amounts.reduce((total, next) => total + next, 0) as Paise

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

import type { PurchaseType } from '#contract/cart.ts'
import type { PlaceOrder } from '#contract/checkout.ts'

export type PaymentWay = PlaceOrder['paymentMethod']

/** What the store takes, the one it likes best first. */
const taken: PaymentWay[] = ['prepaid', 'cash on delivery']

/** How a bag can be paid: cash is for Standard delivery only. */
export const paymentWaysFor = (purchaseType: PurchaseType): PaymentWay[] =>
  taken.filter((way) => way === 'prepaid' || purchaseType === 'Standard')

/** A way of delivery that nobody can pay is not offered. */
export const canBePaid = (purchaseType: PurchaseType) => paymentWaysFor(purchaseType).length > 0

import type { PurchaseType } from '#contract/cart.ts'
import type { PlaceOrder } from '#contract/checkout.ts'
import { noPaise, type Paise } from '#contract/money.ts'
import { rules } from '#contract/rules.ts'

export type PaymentWay = PlaceOrder['paymentMethod']

/** What the store takes, the one it likes best first. */
const taken: PaymentWay[] = ['prepaid', 'cash on delivery']

/** How a bag can be paid: cash is for Standard delivery only, up to a sum, and where it is taken. */
export function paymentWaysFor(
  purchaseType: PurchaseType,
  total: Paise,
  isCashRefused = false,
): PaymentWay[] {
  const isCashTaken = purchaseType === 'Standard' && !isTooMuchCash(total) && !isCashRefused
  return taken.filter((way) => way === 'prepaid' || isCashTaken)
}

export const isTooMuchCash = (total: Paise) => total > rules.cash.mostPaise

/** A way of delivery that nobody can pay is not offered. */
export const canBePaid = (purchaseType: PurchaseType) =>
  paymentWaysFor(purchaseType, noPaise).length > 0

import type { PurchaseType } from '#contract/cart.ts'
import type { PlaceOrder } from '#contract/checkout.ts'
import { noPaise, type Paise } from '#contract/money.ts'
import { rules } from '#contract/rules.ts'

export type PaymentMethod = PlaceOrder['paymentMethod']

/** What the store takes, the one it likes best first. */
const taken: PaymentMethod[] = ['prepaid', 'cash on delivery']

/** How a bag can be paid: cash is for Standard delivery only, up to a sum, and where it is taken. */
export function paymentMethodsFor(
  purchaseType: PurchaseType,
  total: Paise,
  isCashRefused = false,
): PaymentMethod[] {
  const isCashTaken = purchaseType === 'Standard' && !exceedsCashLimit(total) && !isCashRefused
  return taken.filter((way) => way === 'prepaid' || isCashTaken)
}

export const exceedsCashLimit = (total: Paise) => total > rules.cash.mostPaise

/** A way of delivery that nobody can pay is not offered. */
export const canBePaid = (purchaseType: PurchaseType) =>
  paymentMethodsFor(purchaseType, noPaise).length > 0

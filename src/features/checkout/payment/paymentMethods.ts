import type { PurchaseType } from '#contract/cart/cart.ts'
import type { PlaceOrder } from '#contract/cart/checkout.ts'
import { noPaise, type Paise } from '#contract/values/money.ts'
import { maxCashPaise, usualTerms } from '#contract/store/storeTerms.ts'

export type CheckoutPaymentMethod = PlaceOrder['paymentMethod']

/** Accepted payment methods, the preferred one first. */
const acceptedMethods: CheckoutPaymentMethod[] = ['prepaid', 'cash on delivery']

/**
 * Payment methods for a bag: cash only for Standard delivery, up to a limit, and where it is
 * accepted.
 */
export function paymentMethodsFor(
  purchaseType: PurchaseType,
  total: Paise,
  { isCashRefused = false, terms = usualTerms } = {},
): CheckoutPaymentMethod[] {
  const acceptsCash =
    purchaseType === 'Standard' && !exceedsCashLimit(total, terms) && !isCashRefused
  return acceptedMethods.filter((method) => method === 'prepaid' || acceptsCash)
}

export const exceedsCashLimit = (total: Paise, terms = usualTerms) => total > maxCashPaise(terms)

/** Whether a delivery option has a payment method; without one it is not offered. */
export const canBePaid = (purchaseType: PurchaseType) =>
  paymentMethodsFor(purchaseType, noPaise).length > 0

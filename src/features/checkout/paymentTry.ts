import * as v from 'valibot'

import { PlacedOrder, VerifyPayment } from '#contract/checkout.ts'
import { storageKeys } from '#platform/storageKeys.ts'

/** A payment that was begun; kept until its end is known, also when the tab is killed. */
const PaymentTry = v.object({
  userId: v.string(),
  order: PlacedOrder,
  addressText: v.string(),
  /** What the window has handed out, if it has. */
  signed: v.optional(VerifyPayment),
  /** The shopper has closed the window: nobody need wait, though it may still be paid. */
  isDismissed: v.optional(v.boolean()),
})
export type PaymentTry = v.InferOutput<typeof PaymentTry>

const name = storageKeys.paymentTry

export const keepPaymentTry = (begun: PaymentTry) =>
  localStorage.setItem(name, JSON.stringify(begun))

/** The payment of a user whose end nobody has seen. */
export function keptPaymentTry(userId: string): PaymentTry | undefined {
  const { success, output } = v.safeParse(PaymentTry, parsed(localStorage.getItem(name)))
  return success && output.userId === userId ? output : undefined
}

export const forgetPaymentTry = () => localStorage.removeItem(name)

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

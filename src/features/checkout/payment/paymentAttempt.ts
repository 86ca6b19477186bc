import { useEffect, useRef } from 'react'
import * as v from 'valibot'

import { PlacedOrder, VerifyPayment } from '#contract/checkout.ts'
import { persistedRecord } from '#platform/storage/persistedRecord.ts'

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

const record = persistedRecord('payment-try', (stored) => {
  const { success, output } = v.safeParse(PaymentTry, stored)
  return success ? output : undefined
})

export const keepPaymentTry = (begun: PaymentTry) => record.write(begun)

/** The payment of a user whose end nobody has seen. */
export async function keptPaymentTry(userId: string): Promise<PaymentTry | undefined> {
  const begun = await record.read()
  return begun?.userId === userId ? begun : undefined
}

export const forgetPaymentTry = () => record.remove()

/** Once, when the page begins: a payment whose end nobody has seen is looked up. */
export function usePaymentRecovery(userId: string, recover: (begun: PaymentTry) => void): void {
  const hasLooked = useRef(false)
  useEffect(() => {
    if (hasLooked.current || !userId) return
    hasLooked.current = true
    void keptPaymentTry(userId).then((begun) => begun && recover(begun))
  })
}

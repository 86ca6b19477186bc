import { useEffect, useRef } from 'react'
import * as v from 'valibot'

import { PlacedOrder, VerifyPayment } from '#contract/checkout.ts'
import { persistedRecord } from '#platform/storage/persistedRecord.ts'

/** A payment that was begun; kept until its end is known, also when the tab is killed. */
const PaymentAttempt = v.object({
  userId: v.string(),
  order: PlacedOrder,
  addressText: v.string(),
  /** What the window has handed out, if it has. */
  signed: v.optional(VerifyPayment),
  /** The shopper has closed the window: nobody need wait, though it may still be paid. */
  isDismissed: v.optional(v.boolean()),
})
export type PaymentAttempt = v.InferOutput<typeof PaymentAttempt>

const record = persistedRecord('payment-try', (stored) => {
  const { success, output } = v.safeParse(PaymentAttempt, stored)
  return success ? output : undefined
})

export const savePaymentAttempt = (begun: PaymentAttempt) => record.write(begun)

/** The payment of a user whose end nobody has seen. */
export async function readPaymentAttempt(userId: string): Promise<PaymentAttempt | undefined> {
  const begun = await record.read()
  return begun?.userId === userId ? begun : undefined
}

export const clearPaymentAttempt = () => record.remove()

/** Once, when the page begins: a payment whose end nobody has seen is looked up. */
export function usePaymentRecovery(userId: string, recover: (begun: PaymentAttempt) => void): void {
  const hasLooked = useRef(false)
  useEffect(() => {
    if (hasLooked.current || !userId) return
    hasLooked.current = true
    void readPaymentAttempt(userId).then((begun) => begun && recover(begun))
  })
}

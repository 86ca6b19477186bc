import { useEffect, useRef } from 'react'
import * as v from 'valibot'

import { PlacedOrder, VerifyPayment } from '#contract/checkout.ts'
import { persistedRecord } from '#platform/storage/persistedRecord.ts'

/** A started payment, stored until its result is known, even if the tab is killed. */
const PaymentAttempt = v.object({
  userId: v.string(),
  order: PlacedOrder,
  addressText: v.string(),
  /** The result of the payment window. */
  signed: v.optional(VerifyPayment),
  /** The shopper closed the window: nobody waits, but it may still be paid. */
  isDismissed: v.optional(v.boolean()),
})
export type PaymentAttempt = v.InferOutput<typeof PaymentAttempt>

const record = persistedRecord('payment-try', (stored) => {
  const { success, output } = v.safeParse(PaymentAttempt, stored)
  return success ? output : undefined
})

export const savePaymentAttempt = (begun: PaymentAttempt) => record.write(begun)

/** The customer's payment without a known result. */
export async function readPaymentAttempt(userId: string): Promise<PaymentAttempt | undefined> {
  const begun = await record.read()
  return begun?.userId === userId ? begun : undefined
}

export const clearPaymentAttempt = () => record.remove()

/** Checks a payment without a known result, once when the page opens. */
export function usePaymentRecovery(userId: string, recover: (begun: PaymentAttempt) => void): void {
  const hasLooked = useRef(false)
  useEffect(() => {
    if (hasLooked.current || !userId) return
    hasLooked.current = true
    void readPaymentAttempt(userId).then((begun) => begun && recover(begun))
  })
}

import { useEffect, useRef } from 'react'

import { keptPaymentTry, type PaymentTry } from './paymentAttempt.ts'

/** Once, when the page begins: a payment whose end nobody has seen is looked up. */
export function usePaymentRecovery(userId: string, recover: (begun: PaymentTry) => void): void {
  const hasLooked = useRef(false)
  useEffect(() => {
    if (hasLooked.current || !userId) return
    hasLooked.current = true
    void keptPaymentTry(userId).then((begun) => begun && recover(begun))
  })
}

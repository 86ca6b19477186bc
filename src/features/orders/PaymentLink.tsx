import { useState } from 'react'

import { rules } from '#contract/rules.ts'
import { paymentLinkEndKey } from '#platform/storageKeys.ts'
import { useSecondsLeft } from '#platform/useSecondsLeft.ts'
import { Button } from '#ui/Button.tsx'

type Props = {
  orderId: string
  /** Whether a link was sent. */
  onSend: () => Promise<boolean>
}

/** Has a link sent by which the order is paid before it is at the door; not again at once. */
export function PaymentLink({ orderId, onSend }: Props) {
  const [endMs, setEndMs] = useState(() => Number(localStorage.getItem(paymentLinkEndKey(orderId))))
  const [isSending, setIsSending] = useState(false)
  const left = useSecondsLeft(endMs)

  async function send() {
    setIsSending(true)
    if (await onSend()) {
      const end = Date.now() + rules.paymentLink.resendAfterMs
      localStorage.setItem(paymentLinkEndKey(orderId), String(end))
      setEndMs(end)
    }
    setIsSending(false)
  }

  return (
    <Button isWide isBusy={isSending} disabled={left > 0} onClick={() => void send()}>
      {left > 0 ? `Resend in ${left}s` : 'Get Payment Link'}
    </Button>
  )
}

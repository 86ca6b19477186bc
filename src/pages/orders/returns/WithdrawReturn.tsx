import { useState } from 'react'

import type { Order, OrderLine } from '#contract/orders/order.ts'
import { withdrawReturn } from '#features/orders/ordersApi.ts'
import { toastServerMessageOr, toastSuccess } from '#platform/toasts.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './WithdrawReturn.module.css'

const couldNotWithdraw = toastServerMessageOr('We couldn’t withdraw it. Please try again.')

/** What can be withdrawn, by the status of the item. */
const requests: Partial<Record<OrderLine['status'], 'return' | 'exchange'>> = {
  'Return Requested': 'return',
  'Exchange Requested': 'exchange',
}

type Props = { order: Order; line: OrderLine; onDone: () => void }

/** Withdraws a return or an exchange until the item is picked up, after a question. */
export function WithdrawReturn({ order, line, onDone }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const request = requests[line.status]
  if (!request) return null

  async function withdraw() {
    setIsSending(true)
    await withdrawReturn({ orderId: order._id, orderItemId: line._id }).then(
      ({ msg }) => toastSuccess(msg ?? 'You keep the item.'),
      couldNotWithdraw,
    )
    setIsSending(false)
    setIsAsking(false)
    onDone()
  }

  return (
    <div className={styles.place}>
      <Button variant="outline" size="s" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        {`Withdraw ${request}`}
      </Button>
      {isAsking && (
        <Dialog
          title={`Withdraw the ${request}?`}
          onClose={() => setIsAsking(false)}
          footer={
            <>
              <Button variant="outline" isWide onClick={() => setIsAsking(false)}>
                {`Keep the ${request}`}
              </Button>
              <Button
                isWide
                isBusy={isSending}
                busyText="Withdrawing..."
                onClick={() => void withdraw()}
              >
                {`Withdraw ${request}`}
              </Button>
            </>
          }
        >
          <p>
            You keep the item, and we won’t come to pick it up. It can’t be returned or exchanged
            again.
          </p>
        </Dialog>
      )}
    </div>
  )
}

import { useState } from 'react'

import type { Order, OrderStatus } from '#contract/orders/order.ts'
import * as rules from '#contract/rules.ts'
import { expectedDestination, refundDayText, refundOnCancel } from './refund.ts'
import { serverNowMs } from '#platform/serverTime.ts'
import { useStoreFacts, useStoreTerms } from '#platform/api/storeFacts.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { PhoneLink } from '#ui/text/numbers.tsx'
import { paiseText } from '#ui/text/Price.tsx'
import styles from './CancelDialog.module.css'

type Props = {
  order: Order
  isCancelling: boolean
  /** Whether the last attempt failed. */
  hasFailed: boolean
  onCancel: () => void
  onClose: () => void
}

/**
 * Asks for confirmation before an order is cancelled. Once it is too late, it says what the
 * customer can do instead.
 */
export function CancelDialog(props: Props) {
  const { order, isCancelling, onClose } = props
  const lateText = lateTexts[order.orderStatus]
  if (lateText === undefined || isCancelling) return <ConfirmDialog {...props} />
  return (
    <Dialog
      title="It’s too late to cancel"
      onClose={onClose}
      footer={
        <Button isWide onClick={onClose}>
          OK
        </Button>
      }
    >
      <div className={styles.text} role="alert">
        <p>{`Order ${order.orderID} ${lateText}, so it can’t be cancelled.`}</p>
        <NextSteps order={order} />
      </div>
    </Dialog>
  )
}

/** Completes "Order PEH-KAB55N …", by the statuses in which it can no longer be cancelled. */
const lateTexts: Partial<Record<OrderStatus, string>> = {
  Shipped: 'has been shipped',
  'On the way': 'is on its way to you',
  Arrived: 'is at your door',
  'Size Trialing': 'is at your door',
  Delivered: 'has been delivered',
}

function ConfirmDialog({ order, isCancelling, hasFailed, onCancel, onClose }: Props) {
  const { orderID } = order
  const paid = refundOnCancel(order)
  const [nowMs] = useState(serverNowMs)
  return (
    <Dialog
      title="Cancel order?"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" isWide onClick={onClose} disabled={isCancelling}>
            Keep order
          </Button>
          <Button isWide onClick={onCancel} isBusy={isCancelling} busyText="Cancelling...">
            {hasFailed ? 'Try again' : 'Cancel order'}
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        <p>{`Cancel all items in order ${orderID}?`}</p>
        <p>
          {paid === undefined
            ? 'You haven’t paid yet, so there’s nothing to refund.'
            : paid === 0
              ? alreadyRefunded
              : `We’ll refund ${paiseText(paid)} ${expectedDestination(order)} by ${refundDayText(nowMs)}.`}
        </p>
        {hasFailed && !isCancelling && (
          <Note tone="danger">
            We couldn’t cancel your order. Please check your connection and try again.
          </Note>
        )}
      </div>
    </Dialog>
  )
}

/** What the customer can do with an order that can no longer be cancelled. */
function NextSteps({ order }: { order: Order }) {
  const phone = useStoreFacts()?.contacts.phone
  const { returnHours } = useStoreTerms()
  const { orderStatus, orderType } = order
  const isDelivered = orderStatus === 'Delivered'
  const canReturn = orderType === 'Standard'
  return (
    <ul className={styles.steps}>
      {!isDelivered && (
        <li>
          {orderStatus === 'Size Trialing'
            ? 'Return what you don’t want to keep to the delivery agent. We’ll refund what you paid for it.'
            : refuseAtDoorText(order)}
        </li>
      )}
      {canReturn && (
        <li>
          You can return or exchange items within <span>{returnHours}</span> hours of delivery if
          they’re unworn and unwashed, with the product tag in place.
        </li>
      )}
      {phone && (
        <li>
          Need help? Call us on <PhoneLink phone={phone} />.
        </li>
      )}
    </ul>
  )
}

const alreadyRefunded = 'We’ve already refunded what you paid.'
const { maxRefusals, refusalWindowMs } = rules.cash
const refusalDays = refusalWindowMs / 86_400_000

function refuseAtDoorText(order: Order): string {
  const paid = refundOnCancel(order)
  if (paid === undefined) {
    return `You can refuse it at the door, and you won’t have to pay. If ${maxRefusals} Cash on Delivery orders are refused within ${refusalDays} days, you’ll have to pay online.`
  }
  const refund =
    paid === 0 ? alreadyRefunded : `We’ll refund ${paiseText(paid)} ${expectedDestination(order)}.`
  return `You can refuse it at the door. ${refund}`
}

import { type ReactNode, useState } from 'react'

import { isActive, isPaid, type Order, type OrderLine } from '#contract/order.ts'
import * as rules from '#contract/rules.ts'
import { OrderArrival } from '#features/orders/OrderArrival.tsx'
import { DeliveryPlace, OrderSummary } from '#features/orders/OrderSummary.tsx'
import { OrderTracker, trackerSteps } from '#features/orders/OrderTracker.tsx'
import { ReturnDeadline } from '#features/orders/returns/ReturnButtons.tsx'
import { expectedDestination, refundDayText, refundOnCancel } from '#features/orders/refund.ts'
import { SavedNote, StatusNews } from '#features/orders/StatusNews.tsx'
import { useSecondsLeft } from '#platform/rendering/delayedState.ts'
import { paymentLinkEndKey } from '#platform/storage/deviceStorage.ts'
import { Button } from '#ui/forms/Button.tsx'
import { TwoColumns } from '#ui/layout/Columns.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import { Money } from '#ui/text/Price.tsx'
import styles from './OrderDetails.module.css'
import { OrderLineCard } from './OrderLineCard.tsx'
import { ReturnedItems } from './ReturnedItems.tsx'

type Props = {
  order: Order
  onCancel: () => void
  /** Resolves with whether a payment link was sent. */
  onSendLink: () => Promise<boolean>
  /** Slots for the main and the other actions of a line. */
  lineActions?: (line: OrderLine) => ReactNode
  lineExtra?: (line: OrderLine) => ReactNode
  /** A slot for actions on the whole order. */
  extra?: ReactNode
  savedAt?: number | undefined
}

/** Shows the items, amounts and delivery address of an order. */
export function OrderDetails(props: Props) {
  const { order, onCancel, onSendLink, savedAt, extra, lineActions, lineExtra } = props
  const { orderStatus, products } = order
  return (
    <TwoColumns
      side={
        <>
          <OrderSummary order={order} />
          {canBePaidByLink(order) && <PaymentLink orderId={order._id} onSend={onSendLink} />}
          <DeliveryPlace order={order} />
          <ReturnDeadline order={order} />
          {extra}
          {orderStatus === 'Accepted' && (
            <Button variant="danger" isWide onClick={onCancel}>
              Cancel order
            </Button>
          )}
        </>
      }
    >
      <StatusNews orders={[order]} />
      <OrderTitle order={order} />
      <SavedNote savedAt={savedAt} />
      <OrderArrival order={order} />
      {isActive(orderStatus) && <OrderTracker steps={trackerSteps(order)} />}
      <ul>
        {products.map((line) => (
          <li key={line._id}>
            <OrderLineCard
              line={line}
              actions={
                <>
                  {lineActions?.(line)}
                  <ReturnedItems line={line} />
                </>
              }
              extra={lineExtra?.(line)}
            />
          </li>
        ))}
      </ul>
    </TwoColumns>
  )
}

const canBePaidByLink = ({ paymentMethod, paymentStatus, orderStatus }: Order) =>
  paymentMethod === 'Cash on delivery' && !isPaid(paymentStatus) && orderStatus !== 'Cancelled'

/** Number, date and payment of the order. */
function OrderTitle({ order }: { order: Order }) {
  const { orderID, createdAt, paymentStatus } = order
  return (
    <header className={styles.head}>
      <div>
        <h1 className={styles.title}>Order details</h1>
        <p className={styles.id}>Order ID # {orderID}</p>
        <p className={styles.when}>
          <DateTime at={createdAt} />
        </p>
      </div>
      {isPaid(paymentStatus) && <PaidStamp />}
    </header>
  )
}

function PaidStamp() {
  return <span className={styles.stamp}>PAID</span>
}

type PaymentLinkProps = {
  orderId: string
  /** Resolves with whether a link was sent. */
  onSend: () => Promise<boolean>
}

/** Sends a payment link for a cash order; not again for a minute. */
function PaymentLink({ orderId, onSend }: PaymentLinkProps) {
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

type CancelDialogProps = {
  order: Order
  isCancelling: boolean
  onCancel: () => void
  onClose: () => void
}

/** Asks for confirmation before an order is cancelled. */
export function CancelDialog({ order, isCancelling, onCancel, onClose }: CancelDialogProps) {
  const { orderID } = order
  const paid = refundOnCancel(order)
  const [nowMs] = useState(() => Date.now())
  return (
    <Dialog
      title="Cancel order?"
      onClose={onClose}
      footer={
        <>
          <Button variant="line" isWide onClick={onClose} disabled={isCancelling}>
            Keep order
          </Button>
          <Button isWide onClick={onCancel} isBusy={isCancelling} busyText="Cancelling...">
            Cancel order
          </Button>
        </>
      }
    >
      <p>Cancel all items in order {orderID}?</p>
      <p>
        {paid === undefined ? (
          'Nothing has been paid yet, so there is nothing to refund.'
        ) : (
          <>
            We’ll refund <Money paise={paid} /> {expectedDestination(order)} by{' '}
            {refundDayText(nowMs)}.
          </>
        )}
      </p>
    </Dialog>
  )
}

import type { ReactNode } from 'react'

import { isActive, isPaid, type Order, type OrderLine } from '#contract/order.ts'
import { Button } from '#ui/Button.tsx'
import { TwoColumns } from '#ui/TwoColumns.tsx'
import { DeliveryPlace } from './DeliveryPlace.tsx'
import { OrderLineCard } from './OrderLineCard.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { OrderTitle } from './OrderTitle.tsx'
import { OrderTracker } from './OrderTracker.tsx'
import { PaymentLink } from './PaymentLink.tsx'
import { SavedNote } from './SavedNote.tsx'
import { SendBackUntil } from './SendBackUntil.tsx'
import { SentBack } from './SentBack.tsx'
import { StatusNews } from './StatusNews.tsx'
import { trackerSteps } from './trackerSteps.ts'

type Props = {
  order: Order
  onCancel: () => void
  /** Whether a payment link was sent. */
  onSendLink: () => Promise<boolean>
  /** What can be done with a line at first, and besides. */
  lineActions?: (line: OrderLine) => ReactNode
  lineExtra?: (line: OrderLine) => ReactNode
  /** What can be done with all of it besides. */
  extra?: ReactNode
  savedAt?: number | undefined
}

/** All of one order: its pieces, what it cost and where it went. */
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
          <SendBackUntil order={order} />
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
      {isActive(orderStatus) && <OrderTracker steps={trackerSteps(order)} />}
      <ul>
        {products.map((line) => (
          <li key={line._id}>
            <OrderLineCard
              line={line}
              actions={
                <>
                  {lineActions?.(line)}
                  <SentBack line={line} />
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

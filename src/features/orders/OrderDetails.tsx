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
import { trackerSteps } from './trackerSteps.ts'

type Props = {
  order: Order
  onCancel: () => void
  /** Whether a payment link was sent. */
  onSendLink: () => Promise<boolean>
  /** What can be done with a line besides. */
  lineExtra?: (line: OrderLine) => ReactNode
}

/** All of one order: its pieces, what it cost and where it went. */
export function OrderDetails({ order, onCancel, onSendLink, lineExtra }: Props) {
  const { orderStatus, products } = order
  return (
    <TwoColumns
      side={
        <>
          <OrderSummary order={order} />
          {canBePaidByLink(order) && <PaymentLink orderId={order._id} onSend={onSendLink} />}
          <DeliveryPlace order={order} />
          {orderStatus === 'Accepted' && (
            <Button variant="danger" isWide onClick={onCancel}>
              Cancel order
            </Button>
          )}
        </>
      }
    >
      <OrderTitle order={order} />
      {isActive(orderStatus) && <OrderTracker steps={trackerSteps(order)} />}
      <ul>
        {products.map((line) => (
          <li key={line._id}>
            <OrderLineCard line={line} extra={lineExtra?.(line)} />
          </li>
        ))}
      </ul>
    </TwoColumns>
  )
}

const canBePaidByLink = ({ paymentMethod, paymentStatus, orderStatus }: Order) =>
  paymentMethod === 'Cash on delivery' && !isPaid(paymentStatus) && orderStatus !== 'Cancelled'

import type { ReactNode } from 'react'

import { isActive, type Order, type OrderLine } from '#contract/order.ts'
import { Button } from '#ui/Button.tsx'
import { TwoColumns } from '#ui/TwoColumns.tsx'
import { DeliveryPlace } from './DeliveryPlace.tsx'
import { OrderLineCard } from './OrderLineCard.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { OrderTitle } from './OrderTitle.tsx'
import { OrderTracker } from './OrderTracker.tsx'
import { trackerSteps } from './trackerSteps.ts'

type Props = {
  order: Order
  onCancel: () => void
  /** What can be done with a line besides. */
  lineExtra?: (line: OrderLine) => ReactNode
}

/** All of one order: its pieces, what it cost and where it went. */
export function OrderDetails({ order, onCancel, lineExtra }: Props) {
  const { orderStatus, products } = order
  return (
    <TwoColumns
      side={
        <>
          <OrderSummary order={order} />
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

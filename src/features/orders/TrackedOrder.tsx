import type { ReactNode } from 'react'

import { addressText } from '#contract/address.ts'
import { isPaid, type Order } from '#contract/order.ts'
import { Badge } from '#ui/Badge.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SummaryList } from '#ui/SummaryList.tsx'
import { AgentCard } from './AgentCard.tsx'
import { OrderHead } from './OrderHead.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderTracker } from './OrderTracker.tsx'
import { summaryOfOrder } from './summaryOfOrder.ts'
import styles from './TrackedOrder.module.css'
import { trackerSteps } from './trackerSteps.ts'

type Props = { order: Order; extra?: ReactNode }

/** One order on its way, with all there is to know of it. */
export function TrackedOrder({ order, extra }: Props) {
  const { products, delivery_agent: agent, addressId: address, receiver } = order
  const steps = trackerSteps(order)
  return (
    <div className={styles.order}>
      <OrderHead order={order} steps={steps} extra={extra} />
      <OrderTracker steps={steps} />
      {agent && <AgentCard agent={agent} />}
      <OrderLines lines={products} />
      <Panel title="Delivering to">
        <p className={styles.address}>{addressText(address)}</p>
        {receiver && (
          <p className={styles.address}>
            {receiver.name}, +91 {receiver.contactNumber}
          </p>
        )}
      </Panel>
      <Panel
        title="Order summary"
        tone="mist"
        aside={
          <Badge tone={isPaid(order.paymentStatus) ? 'mint' : 'plain'}>
            {isPaid(order.paymentStatus) ? 'Paid' : order.paymentMethod}
          </Badge>
        }
      >
        <SummaryList summary={summaryOfOrder(order)} />
      </Panel>
    </div>
  )
}

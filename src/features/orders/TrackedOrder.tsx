import type { ReactNode } from 'react'

import type { Order } from '#contract/order.ts'
import { orderPath } from '#contract/paths.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { AgentCard } from './AgentCard.tsx'
import { DeliveryPlace } from './DeliveryPlace.tsx'
import { OrderHead } from './OrderHead.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { OrderTracker } from './OrderTracker.tsx'
import { SavedNote } from './SavedNote.tsx'
import styles from './TrackedOrder.module.css'
import { trackerSteps } from './trackerSteps.ts'

type Props = { order: Order; extra?: ReactNode; offer?: ReactNode; savedAt?: number | undefined }

/** One order on its way, with all there is to know of it. */
export function TrackedOrder({ order, extra, offer, savedAt }: Props) {
  const { _id, products, delivery_agent: agent } = order
  const steps = trackerSteps(order)
  return (
    <div className={styles.order}>
      <SavedNote savedAt={savedAt} />
      <OrderHead order={order} steps={steps} extra={extra} />
      <OrderTracker steps={steps} />
      {agent && <AgentCard agent={agent} />}
      <OrderLines lines={products} />
      {offer}
      <DeliveryPlace order={order} />
      <OrderSummary order={order} />
      <ButtonLink to={orderPath(_id)} variant="line" isWide>
        View Details
      </ButtonLink>
    </div>
  )
}

import type { ReactNode } from 'react'

import { times } from '#contract/money.ts'
import type { OrderLine, OrderStatus } from '#contract/order.ts'
import type { PurchaseType } from '#contract/cart.ts'
import { choiceText, OrderedItem, statusTone } from '#features/orders/OrderSummary.tsx'
import { OrderTracker, stepsOf, type TrackerStep } from '#features/orders/OrderTracker.tsx'
import { Badge } from '#ui/feedback/Note.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Money } from '#ui/text/Price.tsx'
import styles from './OrderLineCard.module.css'

/** Lines have no 'Arrived' status: they stay 'On the way' until the size trial. */
const statusPaths: Record<PurchaseType, OrderStatus[]> = {
  Standard: ['Accepted', 'Shipped', 'On the way', 'Delivered'],
  'Try and Buy': ['Accepted', 'Shipped', 'On the way', 'Size Trialing', 'Delivered'],
}

type TrackedLine = Pick<OrderLine, 'purchaseType' | 'status' | 'history'>

/** The steps of one line: those of its order, then those of its return or exchange. */
export function lineSteps({ purchaseType, status, history }: TrackedLine): TrackerStep[] {
  const way = statusPaths[purchaseType]
  if (way.includes(status)) return stepsOf(way, status, history)
  const reached = history.map((step) => step.status)
  return stepsOf([...new Set([...way, ...reached, status])], status, history)
}

type Props = {
  line: OrderLine
  /** Slots for the state of a return and for actions. */
  actions?: ReactNode
  extra?: ReactNode
}

/** An item of an order; its status opens the steps. */
export function OrderLineCard({ line, actions, extra }: Props) {
  const { productId: product, status, price, quantity } = line
  const amount = <Money paise={times(price, quantity)} />
  const choice = (
    <>
      {choiceText(line)} · <b>{amount}</b>
    </>
  )
  return (
    <OrderedItem line={line} choice={choice} isLink>
      <Badge tone={statusTone(status)}>{status}</Badge>
      {actions}
      <details>
        <summary className={styles.open}>
          Status
          <Icon name="chevron-down" size="xs" />
        </summary>
        <OrderTracker steps={lineSteps(line)} label={`Status of ${product.name}`} look="timeline" />
      </details>
      {extra}
    </OrderedItem>
  )
}

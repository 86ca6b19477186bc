import type { PurchaseType } from '#contract/cart.ts'
import type { Order, OrderStatus } from '#contract/order.ts'

export type TrackerStep = {
  status: OrderStatus
  state: 'done' | 'now' | 'ahead' | 'cancelled'
  /** When it was reached. */
  at?: string | undefined
}

const ways: Record<PurchaseType, OrderStatus[]> = {
  Standard: ['Accepted', 'Shipped', 'On the way', 'Delivered'],
  'Try and Buy': ['Accepted', 'Shipped', 'On the way', 'Arrived', 'Size Trialing', 'Delivered'],
}

type Tracked = Pick<Order, 'orderType' | 'orderStatus' | 'history'>

/** The way of an order: what is behind it, where it is, and what is ahead. */
export function trackerSteps({ orderType, orderStatus, history }: Tracked): TrackerStep[] {
  const atOf = (status: OrderStatus) => history.find((step) => step.status === status)?.at
  if (orderStatus === 'Cancelled') {
    return [
      { status: 'Accepted', state: 'done', at: atOf('Accepted') },
      { status: 'Cancelled', state: 'cancelled', at: atOf('Cancelled') },
    ]
  }
  const way = ways[orderType]
  const here = way.indexOf(orderStatus)
  return way.map((status, index) => ({
    status,
    state: index < here ? 'done' : index === here ? 'now' : 'ahead',
    at: index <= here ? atOf(status) : undefined,
  }))
}

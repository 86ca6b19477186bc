import type { PurchaseType } from '#contract/purchaseType.ts'
import type { Order, OrderStatus, OrderStep } from '#contract/order.ts'

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
export const trackerSteps = ({ orderType, orderStatus, history }: Tracked): TrackerStep[] =>
  stepsAlong(ways[orderType], orderStatus, history)

/** How far something has come on its way; what is cancelled has left it. */
export function stepsAlong(
  way: OrderStatus[],
  status: OrderStatus,
  history: OrderStep[],
): TrackerStep[] {
  const atOf = (reached: OrderStatus) => history.find((step) => step.status === reached)?.at
  if (status === 'Cancelled') {
    return [
      { status: 'Accepted', state: 'done', at: atOf('Accepted') },
      { status: 'Cancelled', state: 'cancelled', at: atOf('Cancelled') },
    ]
  }
  const here = way.indexOf(status)
  return way.map((one, index) => ({
    status: one,
    state: index < here ? 'done' : index === here ? 'now' : 'ahead',
    at: index <= here ? atOf(one) : undefined,
  }))
}

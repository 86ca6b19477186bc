import type { PurchaseType } from '#contract/purchaseType.ts'
import type { OrderLine, OrderStatus } from '#contract/order.ts'
import { stepsAlong, type TrackerStep } from './trackerSteps.ts'

/** An order arrives as a whole: its lines are on the way until they are tried on. */
const ways: Record<PurchaseType, OrderStatus[]> = {
  Standard: ['Accepted', 'Shipped', 'On the way', 'Delivered'],
  'Try and Buy': ['Accepted', 'Shipped', 'On the way', 'Size Trialing', 'Delivered'],
}

type Tracked = Pick<OrderLine, 'purchaseType' | 'status' | 'history'>

/** The way of one line: that of its order, and what was asked for after that. */
export function lineSteps({ purchaseType, status, history }: Tracked): TrackerStep[] {
  const way = ways[purchaseType]
  if (way.includes(status)) return stepsAlong(way, status, history)
  const reached = history.map((step) => step.status)
  return stepsAlong([...new Set([...way, ...reached, status])], status, history)
}

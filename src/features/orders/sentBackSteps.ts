import type { OrderLine, OrderStatus } from '#contract/order.ts'
import type { TrackerStep } from './trackerSteps.ts'

const ways: OrderStatus[][] = [
  ['Return Requested', 'Return Accepted', 'Returned'],
  ['Exchange Requested', 'Exchange Accepted', 'Exchanged'],
]
const refused: OrderStatus[] = ['Return Cancelled', 'Exchange Cancelled']

/** The way of what was asked for after delivery, also ahead; none where nothing was. */
export function sentBackSteps({
  status,
  history,
}: Pick<OrderLine, 'status' | 'history'>): TrackerStep[] {
  const atOf = (reached: OrderStatus) => history.findLast((step) => step.status === reached)?.at
  if (refused.includes(status)) {
    const asked: OrderStatus =
      status === 'Return Cancelled' ? 'Return Requested' : 'Exchange Requested'
    return [
      { status: asked, state: 'done', at: atOf(asked) },
      { status, state: 'cancelled', at: atOf(status) },
    ]
  }
  const way = ways.find((one) => one.includes(status)) ?? []
  const here = way.indexOf(status)
  return way.map((one, index) => ({
    status: one,
    state: index < here ? 'done' : index === here ? 'now' : 'ahead',
    at: index <= here ? atOf(one) : undefined,
  }))
}

import type { PurchaseType } from './cart.ts'
import { isActive, type OrderStatus } from './order.ts'

type Moves = Partial<Record<OrderStatus, OrderStatus[]>>

const beforeDispatch: Moves = { Accepted: ['Shipped', 'Cancelled'], Shipped: ['On the way'] }

/** How a whole order may go on. The first of several is the usual way. */
const orderMoves: Record<PurchaseType, Moves> = {
  Standard: { ...beforeDispatch, 'On the way': ['Delivered'] },
  'Try and Buy': {
    ...beforeDispatch,
    'On the way': ['Arrived'],
    Arrived: ['Size Trialing'],
    'Size Trialing': ['Delivered'],
  },
}

/** Where a courier stands at the door with an order that nobody takes: it ends there. */
const refusable: Record<PurchaseType, OrderStatus[]> = {
  Standard: ['On the way'],
  'Try and Buy': ['On the way', 'Arrived'],
}

/** How one line may go its own way. What was tried and kept stays. */
const lineMoves: Record<PurchaseType, Moves> = {
  Standard: {
    Delivered: ['Return Requested', 'Exchange Requested'],
    'Return Requested': ['Return Accepted', 'Return Cancelled'],
    'Return Accepted': ['Returned'],
    'Exchange Requested': ['Exchange Accepted', 'Exchange Cancelled'],
    'Exchange Accepted': ['Exchanged'],
  },
  'Try and Buy': { 'Size Trialing': ['Cancelled'] },
}

type Move = { purchaseType: PurchaseType; from: OrderStatus; to: OrderStatus }

/** Any other move of an order is refused. */
export const canTransitionOrder = ({ purchaseType, from, to }: Move): boolean =>
  orderMoves[purchaseType][from]?.includes(to) ?? false

/** Whether an order can be refused at the door, which cancels it. Customers cannot cancel it by then. */
export const canRefuseDelivery = (purchaseType: PurchaseType, status: OrderStatus): boolean =>
  refusable[purchaseType].includes(status)

/** Any other move of a line by itself is refused. */
export const canTransitionLine = ({ purchaseType, from, to }: Move): boolean =>
  lineMoves[purchaseType][from]?.includes(to) ?? false

/** What comes next of what goes its own way, if it is granted; undefined: nothing. */
export const nextLineStatus = (purchaseType: PurchaseType, from: OrderStatus) =>
  lineMoves[purchaseType][from]?.[0]

/** What comes next if all goes well; undefined: the order is done. */
export const nextOrderStatus = (purchaseType: PurchaseType, from: OrderStatus) =>
  orderMoves[purchaseType][from]?.[0]

/** What a line is doing of its own, in the order in which it tells of the whole. */
const apart: OrderStatus[] = [
  'Return Requested',
  'Exchange Requested',
  'Return Accepted',
  'Exchange Accepted',
]

/**
 * Where an order stands whose lines go their own way: at what is still to be done about one of them;
 * else where all of them are; else it is delivered.
 */
export function deriveOrderStatus(before: OrderStatus, lines: OrderStatus[]): OrderStatus {
  const open = apart.find((status) => lines.includes(status))
  if (open) return open
  const left = lines.filter((status) => status !== 'Cancelled')
  const [first] = left
  if (first === undefined || isActive(before)) return before
  return left.every((status) => status === first) ? first : 'Delivered'
}

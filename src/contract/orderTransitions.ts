import type { PurchaseType } from './cart.ts'
import { isActive, type OrderStatus } from './order.ts'

type Moves = Partial<Record<OrderStatus, OrderStatus[]>>

const beforeDispatch: Moves = { Accepted: ['Shipped', 'Cancelled'], Shipped: ['On the way'] }

/** Allowed transitions of a whole order. The first is the usual one. */
const orderMoves: Record<PurchaseType, Moves> = {
  Standard: { ...beforeDispatch, 'On the way': ['Delivered'] },
  'Try and Buy': {
    ...beforeDispatch,
    'On the way': ['Arrived'],
    Arrived: ['Size Trialing'],
    'Size Trialing': ['Delivered'],
  },
}

/** Statuses in which a delivery can be refused at the door, which ends the order. */
const refusable: Record<PurchaseType, OrderStatus[]> = {
  Standard: ['On the way'],
  'Try and Buy': ['On the way', 'Arrived'],
}

/** Allowed transitions of a single line. Tried items that the customer keeps do not change. */
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

export const canTransitionOrder = ({ purchaseType, from, to }: Move): boolean =>
  orderMoves[purchaseType][from]?.includes(to) ?? false

/**
 * Whether delivery can be refused at the door, which cancels the order. Customers cannot cancel it
 * by then.
 */
export const canRefuseDelivery = (purchaseType: PurchaseType, status: OrderStatus): boolean =>
  refusable[purchaseType].includes(status)

export const canTransitionLine = ({ purchaseType, from, to }: Move): boolean =>
  lineMoves[purchaseType][from]?.includes(to) ?? false

/** The next status of a return or exchange, if it is granted; undefined if there is none. */
export const nextLineStatus = (purchaseType: PurchaseType, from: OrderStatus) =>
  lineMoves[purchaseType][from]?.[0]

/** The usual next status; undefined if the order is done. */
export const nextOrderStatus = (purchaseType: PurchaseType, from: OrderStatus) =>
  orderMoves[purchaseType][from]?.[0]

/** Statuses of open returns and exchanges, the one that the order shows first. */
const apart: OrderStatus[] = [
  'Return Requested',
  'Exchange Requested',
  'Return Accepted',
  'Exchange Accepted',
]

/**
 * The status of an order whose lines have statuses of their own: that of an open return or
 * exchange, else that of all lines, else delivered.
 */
export function deriveOrderStatus(before: OrderStatus, lines: OrderStatus[]): OrderStatus {
  const open = apart.find((status) => lines.includes(status))
  if (open) return open
  const left = lines.filter((status) => status !== 'Cancelled')
  const [first] = left
  if (first === undefined || isActive(before)) return before
  return left.every((status) => status === first) ? first : 'Delivered'
}

import type { PurchaseType } from './cart.ts'
import type { OrderStatus } from './order.ts'

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
export const mayOrderMove = ({ purchaseType, from, to }: Move): boolean =>
  orderMoves[purchaseType][from]?.includes(to) ?? false

/** Any other move of a line by itself is refused. */
export const mayLineMove = ({ purchaseType, from, to }: Move): boolean =>
  lineMoves[purchaseType][from]?.includes(to) ?? false

/** What comes next if all goes well; undefined: the order is done. */
export const nextStatusOf = (purchaseType: PurchaseType, from: OrderStatus) =>
  orderMoves[purchaseType][from]?.[0]

import type { PurchaseType } from '#contract/cart/cart.ts'
import { isActive, type OrderStatus } from './order.ts'

type Transitions = Partial<Record<OrderStatus, OrderStatus[]>>

const beforeDelivery: Transitions = { Accepted: ['Shipped', 'Cancelled'], Shipped: ['On the way'] }

/**
 * Allowed transitions of a whole order. The first is the usual one. Refusals and cancellations by the
 * store are in `refusableStatuses` and `cancellableByStore`.
 */
const orderTransitions: Record<PurchaseType, Transitions> = {
  Standard: { ...beforeDelivery, 'On the way': ['Delivered'] },
  'Try and Buy': {
    ...beforeDelivery,
    'On the way': ['Arrived'],
    Arrived: ['Size Trialing'],
    'Size Trialing': ['Delivered'],
  },
}

/**
 * Statuses in which a delivery can be refused, which ends the order. Couriers may bring back an order
 * before it was recorded as on the way.
 */
const refusableStatuses: Record<PurchaseType, OrderStatus[]> = {
  Standard: ['Shipped', 'On the way'],
  'Try and Buy': ['Shipped', 'On the way', 'Arrived'],
}

/** Statuses in which a delivery can fail because nobody takes it. The order is then with the rider again. */
const attemptStatuses: OrderStatus[] = ['On the way', 'Arrived']

/**
 * Statuses in which the store can cancel an order. Customers can only until it ships; the store also takes
 * back a parcel that was handed to the courier and never went out.
 */
const cancellableByStore: OrderStatus[] = ['Accepted', 'Shipped']

/** The store cancels an item until the order leaves. */
const withoutItem: Transitions = { Accepted: ['Cancelled'] }

/** Allowed transitions of a single line. Tried items that the customer keeps do not change. */
const lineTransitions: Record<PurchaseType, Transitions> = {
  Standard: {
    ...withoutItem,
    Delivered: ['Return Requested', 'Exchange Requested'],
    'Return Requested': ['Return Accepted', 'Return Cancelled'],
    'Return Accepted': ['Returned'],
    'Exchange Requested': ['Exchange Accepted', 'Exchange Cancelled'],
    'Exchange Accepted': ['Exchanged'],
  },
  'Try and Buy': { ...withoutItem, 'Size Trialing': ['Cancelled'] },
}

type Transition = { purchaseType: PurchaseType; from: OrderStatus; to: OrderStatus }

export const canTransitionOrder = ({ purchaseType, from, to }: Transition): boolean =>
  orderTransitions[purchaseType][from]?.includes(to) ?? false

export const canStoreCancel = (status: OrderStatus): boolean => cancellableByStore.includes(status)

/** Whether the delivery can be refused, which cancels the order. Customers cannot cancel it by then. */
export const canRefuseDelivery = (purchaseType: PurchaseType, status: OrderStatus): boolean =>
  refusableStatuses[purchaseType].includes(status)

export const canFailAttempt = (status: OrderStatus): boolean => attemptStatuses.includes(status)

export const canTransitionLine = ({ purchaseType, from, to }: Transition): boolean =>
  lineTransitions[purchaseType][from]?.includes(to) ?? false

/** The next status of a return or exchange, if it is granted; undefined if there is none. */
export const nextLineStatus = (purchaseType: PurchaseType, from: OrderStatus) =>
  lineTransitions[purchaseType][from]?.[0]

/** The usual next status; undefined if the order is done. */
export const nextOrderStatus = (purchaseType: PurchaseType, from: OrderStatus) =>
  orderTransitions[purchaseType][from]?.[0]

/** Statuses of open returns and exchanges, the one that the order shows first. */
export const openReturnStatuses: OrderStatus[] = [
  'Return Requested',
  'Exchange Requested',
  'Return Accepted',
  'Exchange Accepted',
]

export const isOpenReturn = (status: OrderStatus): boolean => openReturnStatuses.includes(status)

/**
 * The status of an order whose lines have different statuses: that of an open return or
 * exchange, else that of all lines, else delivered.
 */
export function deriveOrderStatus(before: OrderStatus, lines: OrderStatus[]): OrderStatus {
  const open = openReturnStatuses.find((status) => lines.includes(status))
  if (open) return open
  const remaining = lines.filter((status) => status !== 'Cancelled')
  const [first] = remaining
  if (first === undefined || isActive(before)) return before
  return remaining.every((status) => status === first) ? first : 'Delivered'
}

import type { OrderStatus } from '#contract/order.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

/** Describes a status, as in "Order PEH-KAB55N is on the way". */
const statusText: Record<OrderStatus, string> = {
  Accepted: 'accepted',
  Shipped: 'shipped',
  'On the way': 'on the way',
  Arrived: 'at the door',
  'Size Trialing': 'being tried on',
  Delivered: 'delivered',
  'Return Requested': 'delivered and waiting for a return',
  'Return Accepted': 'being returned',
  'Return Cancelled': 'delivered, and its return was refused',
  Returned: 'returned',
  'Exchange Requested': 'delivered and waiting for an exchange',
  'Exchange Accepted': 'being exchanged',
  'Exchange Cancelled': 'delivered, and its exchange was refused',
  Exchanged: 'exchanged',
  Cancelled: 'cancelled',
}

/** Completes "it can't be …" for a target status, as in "it can't be packed". */
const actionText: Record<OrderStatus, string> = {
  Accepted: 'accepted',
  Shipped: 'sent',
  'On the way': 'set on its way',
  Arrived: 'brought to the door for a trial',
  'Size Trialing': 'tried on',
  Delivered: 'delivered',
  'Return Requested': 'returned',
  'Return Accepted': 'accepted for return',
  'Return Cancelled': 'refused for return',
  Returned: 'received as a return',
  'Exchange Requested': 'exchanged',
  'Exchange Accepted': 'accepted for exchange',
  'Exchange Cancelled': 'refused for exchange',
  Exchanged: 'received in exchange',
  Cancelled: 'cancelled',
}

type OrderStatusInfo = { orderNumber: string; status: OrderStatus }
type RefusedTransition = { to: OrderStatus; isRefusedAtDoor?: boolean }

export const orderNotFound = () => new StoreError('not_found', 'This order does not exist')

/** "Order PEH-KAB55N is delivered, so it can't be packed" */
export const refuseOrder = ({ orderNumber, status }: OrderStatusInfo, action: string) =>
  new StoreError(
    'not_allowed_now',
    `Order ${orderNumber} is ${statusText[status]}, so it can't be ${action}`,
  )

export const illegalOrderTransition = (
  order: OrderStatusInfo,
  { to, isRefusedAtDoor }: RefusedTransition,
) => refuseOrder(order, isRefusedAtDoor ? 'refused at the door' : actionText[to])

export const illegalLineTransition = (status: OrderStatus, to: OrderStatus) =>
  new StoreError(
    'not_allowed_now',
    `This item is ${statusText[status]}, so it can't be ${actionText[to]}`,
  )

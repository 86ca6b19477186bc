import type { OrderStatus } from '#contract/order.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

/** What an order or an item is, as in "Order PEH-KAB55N is on the way". */
const standing: Record<OrderStatus, string> = {
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

/** What cannot be done to it, as in "it can't be packed". */
const done: Record<OrderStatus, string> = {
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

type Standing = { orderNumber: string; status: OrderStatus }
type IllegalMove = { to: OrderStatus; isRefusedAtDoor?: boolean }

export const orderNotFound = () => new StoreError('not_found', 'This order does not exist')

/** "Order PEH-KAB55N is delivered: it can't be packed" */
export const refuseOrder = ({ orderNumber, status }: Standing, what: string) =>
  new StoreError(
    'not_allowed_now',
    `Order ${orderNumber} is ${standing[status]}: it can't be ${what}`,
  )

export const illegalOrderTransition = (order: Standing, { to, isRefusedAtDoor }: IllegalMove) =>
  refuseOrder(order, isRefusedAtDoor ? 'refused at the door' : done[to])

export const illegalLineTransition = (status: OrderStatus, to: OrderStatus) =>
  new StoreError('not_allowed_now', `This item is ${standing[status]}: it can't be ${done[to]}`)

import type { OrderStatus } from '#contract/orders/order.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

/** Describes a status, as in "Order PEH-KAB55N is on the way". */
const statusText: Record<OrderStatus, string> = {
  Accepted: 'accepted',
  Shipped: 'shipped',
  'On the way': 'on the way',
  Arrived: 'at the door',
  'Size Trialing': 'being tried on',
  Delivered: 'delivered',
  'Return Requested': 'delivered, with a return requested',
  'Return Accepted': 'being returned',
  'Return Cancelled': 'delivered, with its return declined',
  Returned: 'returned',
  'Exchange Requested': 'delivered, with an exchange requested',
  'Exchange Accepted': 'being exchanged',
  'Exchange Cancelled': 'delivered, with its exchange declined',
  Exchanged: 'exchanged',
  Cancelled: 'cancelled',
}

/** Completes "it can't be …" for a target status, as in "it can't be packed". */
const actionText: Record<OrderStatus, string> = {
  Accepted: 'accepted',
  Shipped: 'sent',
  'On the way': 'marked as on the way',
  Arrived: 'marked as at the door',
  'Size Trialing': 'marked as being tried on',
  Delivered: 'delivered',
  'Return Requested': 'returned',
  'Return Accepted': 'accepted for return',
  'Return Cancelled': 'declined for return',
  Returned: 'received as a return',
  'Exchange Requested': 'exchanged',
  'Exchange Accepted': 'accepted for exchange',
  'Exchange Cancelled': 'declined for exchange',
  Exchanged: 'received in exchange',
  Cancelled: 'cancelled',
}

type OrderStatusInfo = { orderNumber: string; status: OrderStatus }
type RefusedTransition = { to: OrderStatus; isRefusedAtDoor?: boolean }

export const lineNotFound = () => new StoreError('not_found', 'This item isn’t in the order')

/** "Order PEH-KAB55N is delivered, so it can’t be packed" */
export const orderRefusal = ({ orderNumber, status }: OrderStatusInfo, action: string) =>
  new StoreError(
    'not_allowed_now',
    statusText[status] === action
      ? `Order ${orderNumber} has already been ${action}`
      : `Order ${orderNumber} is ${statusText[status]}, so it can’t be ${action}`,
  )

export const illegalOrderTransition = (
  order: OrderStatusInfo,
  { to, isRefusedAtDoor }: RefusedTransition,
) => {
  const action = isRefusedAtDoor ? 'refused at the door' : actionText[to]
  const text = statusText[order.status]
  return !isRefusedAtDoor && order.status === to && text !== action
    ? new StoreError('not_allowed_now', `Order ${order.orderNumber} is already ${text}`)
    : orderRefusal(order, action)
}

export const illegalLineTransition = (status: OrderStatus, to: OrderStatus) => {
  const isRequest = to === 'Return Requested' || to === 'Exchange Requested'
  return new StoreError(
    'not_allowed_now',
    (isRequest && requestRefusals[status]) ||
      (status === to
        ? `This item is already ${statusText[status]}`
        : `This item is ${statusText[status]}, so it can’t be ${actionText[to]}`),
  )
}

const returnRequested = 'You’ve already requested a return for this item'
const exchangeRequested = 'You’ve already requested an exchange for this item'

/** Why a shopper cannot request a return or an exchange, by the item's status. */
const requestRefusals: Partial<Record<OrderStatus, string>> = {
  'Return Requested': returnRequested,
  'Return Accepted': returnRequested,
  'Exchange Requested': exchangeRequested,
  'Exchange Accepted': exchangeRequested,
  'Return Cancelled': 'The return of this item was declined or withdrawn',
  'Exchange Cancelled': 'The exchange of this item was declined or withdrawn',
  Returned: 'You’ve already returned this item',
  Exchanged: 'You’ve already exchanged this item',
}

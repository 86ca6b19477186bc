import type { Order, OrderLine } from '#contract/order.ts'
import { rules } from '#contract/rules.ts'

/** Until when what was delivered may go back; undefined while it is not delivered. */
export function sendBackUntil({ deliveredAt }: Pick<Order, 'deliveredAt'>): Date | undefined {
  return deliveredAt
    ? new Date(new Date(deliveredAt).getTime() + rules.orders.returnWindowMs)
    : undefined
}

type Bought = Pick<OrderLine, 'purchaseType' | 'status'>

/**
 * Whether a return or an exchange can be asked for: what was tried and kept stays, and so does what
 * is back, called off, or asked for already. The store's own clock has the last word.
 */
export function canSendBack(
  order: Pick<Order, 'deliveredAt'>,
  { purchaseType, status }: Bought,
  nowMs: number,
): boolean {
  const until = sendBackUntil(order)
  const isInTime = until !== undefined && nowMs < until.getTime()
  return purchaseType === 'Standard' && status === 'Delivered' && isInTime
}

import type { Order } from '#contract/order.ts'

/** Goods are invoiced when they leave; what is tried on, once it is clear what was kept. */
export function hasInvoice({ orderType, history }: Pick<Order, 'orderType' | 'history'>): boolean {
  const invoicedAt = orderType === 'Standard' ? 'Shipped' : 'Delivered'
  return history.some(({ status }) => status === invoicedAt)
}

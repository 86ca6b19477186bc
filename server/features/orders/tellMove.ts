import type { OrderStatus } from '#contract/order.ts'
import { orderPath, trackingPath } from '#contract/paths.ts'
import type { Database } from '#server/database/connect.ts'
import { queuePush } from '#server/platform/queuePush.ts'
import type { Move, OrderRow } from './moveOrder.ts'

type Words = { title: string; body: string }

/** What a shopper is told of an order. What they did themselves is not told. */
const wordsOf: Partial<Record<OrderStatus, Words>> = {
  Shipped: { title: 'Packed and handed over', body: 'Your order is with the courier.' },
  'On the way': { title: 'On the way', body: 'Your order will be with you soon.' },
  Arrived: { title: 'At your door', body: 'Your order has arrived. Take your time to try it on.' },
  Delivered: { title: 'Delivered', body: 'We hope you like it. Tell others how it fits.' },
  Cancelled: {
    title: 'Order cancelled',
    body: 'Your order was cancelled. If you paid for it, we’ll refund the full amount.',
  },
}

/** Orders that are over have no page that follows them. */
const isOver = (status: OrderStatus) => status === 'Delivered' || status === 'Cancelled'

/** Inside the move itself: either both are there or neither. */
export async function tellMove(tx: Database, order: OrderRow, { to, by }: Move): Promise<void> {
  const words = wordsOf[to]
  if (!words || by === 'shopper') return
  const path = isOver(to) ? orderPath(order.id) : trackingPath(order.id)
  await queuePush(tx, {
    userId: order.userId,
    topic: 'orders',
    words: { ...words, path, tag: `order-${order.id}` },
    cause: `order:${order.id}:${to}`,
  })
}

import type { OrderStatus } from '#contract/order.ts'
import { orderPath, trackingPath } from '#contract/paths.ts'
import type { Database } from '#server/database/connect.ts'
import { queuePush } from '#server/platform/queuePush.ts'
import type { OrderRow } from './moveOrder.ts'

type Words = { title: string; body: string }

/** What a shopper is told of an order on the way. What they did themselves is not told. */
const wordsOf: Partial<Record<OrderStatus, Words>> = {
  Shipped: { title: 'Packed and handed over', body: 'Your order is with the courier.' },
  'On the way': { title: 'On the way', body: 'Your order will be with you soon.' },
  Arrived: { title: 'At your door', body: 'Your order has arrived. Take your time to try it on.' },
  Delivered: { title: 'Delivered', body: 'We hope you like it. Tell others how it fits.' },
}

/** Inside the move itself: either both are there or neither. */
export async function tellMove(tx: Database, order: OrderRow, to: OrderStatus): Promise<void> {
  const words = wordsOf[to]
  if (!words) return
  const path = to === 'Delivered' ? orderPath(order.id) : trackingPath(order.id)
  await queuePush(tx, {
    userId: order.userId,
    topic: 'orders',
    words: { ...words, path, tag: `order-${order.id}` },
    cause: `order:${order.id}:${to}`,
  })
}

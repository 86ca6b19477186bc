import { and, eq, ne, sum } from 'drizzle-orm'

import { boardStateOf } from '#contract/staff/orderMoves.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { orderLines, orders, type OrderRow } from '#server/database/schema/orders.ts'
import { refunds } from '#server/database/schema/payments.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import type { EventJob } from '#server/platform/webhooks/eventQueue.ts'

/** What is sent about an event: the thing as it is now, without data of the customer. */
export type EventMessage = {
  /** What people call the thing. */
  about: string
  data: Record<string, unknown>
}

/** Undefined if there is nothing to say: the thing is gone, or the order was never placed. */
export async function readEventMessage(
  db: Database,
  job: EventJob,
): Promise<EventMessage | undefined> {
  switch (job.event) {
    case 'order.placed':
    case 'order.changed':
      return readOrderMessage(db, job)
    case 'refund.changed':
      return readRefundMessage(db, job.subject)
    case 'stock.low':
      return readStockMessage(db, job)
  }
}

async function readOrderMessage(
  db: Database,
  { event, subject }: EventJob,
): Promise<EventMessage | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, subject))
  // Its payment came too late or was wrong, so that it was cancelled instead of being placed.
  if (!order || (event === 'order.placed' && order.unplacedReason)) return undefined
  const [items] = await db
    .select({ count: sum(orderLines.quantity).mapWith(Number) })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, order.id), ne(orderLines.status, 'Cancelled')))
  return { about: order.orderNumber, data: orderData(order, items?.count ?? 0) }
}

const orderData = (order: OrderRow, itemCount: number) => ({
  number: order.orderNumber,
  state: boardStateOf(order),
  warehouseId: order.warehouseId,
  purchaseType: order.purchaseType,
  paymentMethod: order.paymentMethod,
  paymentStatus: order.paymentStatus,
  placedAt: order.placedAt?.toISOString() ?? null,
  promisedBy: order.promisedBy?.toISOString() ?? null,
  itemCount,
  totalPaise: order.totalPaise,
  balancePaise: order.balancePaise,
  refundedPaise: order.refundedPaise,
})

async function readRefundMessage(db: Database, id: string): Promise<EventMessage | undefined> {
  const [row] = await db
    .select({ refund: refunds, orderNumber: orders.orderNumber, warehouseId: orders.warehouseId })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(refunds.id, id))
  if (!row) return undefined
  const { refund, orderNumber, warehouseId } = row
  const { reason, status, amountPaise } = refund
  return {
    about: orderNumber,
    data: { id, orderNumber, warehouseId, amountPaise, reason, status },
  }
}

async function readStockMessage(
  db: Database,
  { productId = '', size = '', warehouseId = '' }: EventJob,
): Promise<EventMessage | undefined> {
  const [row] = await db
    .select({ level: stockLevels, code: products.code, name: products.name })
    .from(stockLevels)
    .innerJoin(products, eq(products.id, stockLevels.productId))
    .where(
      and(
        eq(stockLevels.productId, productId),
        eq(stockLevels.size, size),
        eq(stockLevels.warehouseId, warehouseId),
      ),
    )
  if (!row) return undefined
  const { level, code, name } = row
  const { onHand, lowBelow } = level
  return {
    about: `${code} ${size}`,
    data: { productId, code, name, size, warehouseId, onHand, lowBelow },
  }
}

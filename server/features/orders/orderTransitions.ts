import { and, eq, inArray, sql } from 'drizzle-orm'

import type { OrderStatus } from '#contract/order.ts'
import { canRefuseDelivery, canTransitionOrder } from '#contract/orderTransitions.ts'
import { orderPath, trackingPath } from '#contract/paths.ts'
import { releaseCoupon } from '#server/commerce/coupons.ts'
import { refundOrder } from '#server/commerce/refunds.ts'
import { releaseStock, orderStockItems, type StockItem } from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import {
  type LineRow,
  orderEvents,
  orderLines,
  type OrderRow,
  orders,
} from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { enqueuePush } from '#server/platform/push/pushQueue.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { creditOrder, issueInvoice } from './invoices.ts'
import { illegalOrderTransition, orderNotFound } from './orderErrors.ts'

export type Transition = {
  orderId: string
  to: OrderStatus
  by: (typeof orderEvents.$inferSelect)['by']
  /** Who brings it, where that is decided with the move. */
  agentId?: string | undefined
}

type OrderTransition = Transition & {
  /** Cancelled because nobody took it at the door, where customers cannot cancel it any more. */
  isRefusedAtDoor?: boolean
}

/** Goods are invoiced when they leave; what is tried on, once it is clear what was kept. */
const invoicedAt = { Standard: 'Shipped', 'Try and Buy': 'Delivered' } as const

/** Moves a placed order on, with its lines and all that follows; any move not allowed is refused. */
export function transitionOrder(db: Database, move: OrderTransition): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, move.orderId)
    if (!isAllowed(order, move)) throw illegalOrderTransition(order, move)
    const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, order.id))
    const moving = lines.filter(({ status }) => status !== 'Cancelled')
    await recordTransition(tx, move, moving)
    await notifyOrderStatus(tx, order, move)
    if (move.to === 'Delivered') await settleDelivered(tx, order, moving)
    if (move.to === invoicedAt[order.purchaseType]) await issueInvoice(tx, order)
    if (move.to === 'Cancelled') {
      await releaseOrder(tx, order, moving)
      await creditOrder(tx, order, moving)
    }
  })
}

function isAllowed({ purchaseType, status }: OrderRow, { to, isRefusedAtDoor }: OrderTransition) {
  return isRefusedAtDoor
    ? to === 'Cancelled' && canRefuseDelivery(purchaseType, status)
    : canTransitionOrder({ purchaseType, from: status, to })
}

/** A placed order that nobody else can change until the transaction ends. */
export async function lockOrder(tx: Database, orderId: string): Promise<OrderRow> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.state, 'placed')))
    .for('update')
  if (!order) throw orderNotFound()
  return order
}

/** A line knows no 'Arrived': it is on the way until it is tried on. */
async function recordTransition(
  tx: Database,
  { orderId, to, by, agentId }: Transition,
  moving: LineRow[],
) {
  const at = clock.now()
  const delivered = to === 'Delivered' ? { deliveredAt: at } : {}
  const lineIds = to === 'Arrived' ? [] : moving.map(({ id }) => id)
  await tx
    .update(orders)
    .set({
      status: to,
      movedAt: at,
      version: sql`${orders.version} + 1`,
      ...delivered,
      ...(agentId ? { agentId } : {}),
    })
    .where(eq(orders.id, orderId))
  await tx
    .update(orderLines)
    .set({ status: to, ...delivered })
    .where(inArray(orderLines.id, lineIds))
  await tx
    .insert(orderEvents)
    .values([null, ...lineIds].map((lineId) => ({ orderId, lineId, status: to, by, at })))
}

/** What a cancelled order took goes back: its pieces, its coupon, and all that was paid for it. */
async function releaseOrder(tx: Database, { id }: OrderRow, lines: LineRow[]) {
  await releaseStock(tx, orderStockItems(lines), { reason: 'order_cancelled', reference: id })
  await releaseCoupon(tx, id)
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(eq(payments.orderId, id), eq(payments.status, 'created')))
  await refundOrder(tx, id, 'cancelled')
}

/** At the door: cash is taken, and of two sizes that were tried one comes back. */
async function settleDelivered(tx: Database, order: OrderRow, lines: LineRow[]) {
  if (order.paymentMethod === 'Cash on delivery') await collectCashPayment(tx, order.id)
  await takeUnsoldBack(tx, order.id, lines)
}

/** Unless it was paid by a link before; a link that is still open is closed with that. */
export async function collectCashPayment(tx: Database, orderId: string) {
  await tx.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.id, orderId))
  const isOpen = and(eq(payments.orderId, orderId), eq(payments.status, 'created'))
  await tx
    .update(payments)
    .set({ status: 'captured', capturedAt: clock.now() })
    .where(and(isOpen, eq(payments.kind, 'on_delivery')))
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(isOpen, eq(payments.kind, 'link')))
}

/** Unless something else was said at the door, the size that was ordered is kept. */
async function takeUnsoldBack(tx: Database, orderId: string, lines: LineRow[]) {
  const unsold: StockItem[] = []
  for (const { id, productId, size, trialSize, soldSize, quantity } of lines) {
    if (!trialSize) continue
    const kept = soldSize ?? size
    await tx.update(orderLines).set({ soldSize: kept }).where(eq(orderLines.id, id))
    unsold.push({ productId, size: kept === size ? trialSize : size, quantity })
  }
  await releaseStock(tx, unsold, { reason: 'trial_unsold', reference: orderId })
}

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
async function notifyOrderStatus(
  tx: Database,
  order: OrderRow,
  { to, by }: Transition,
): Promise<void> {
  const words = wordsOf[to]
  if (!words || by === 'shopper') return
  const path = isOver(to) ? orderPath(order.id) : trackingPath(order.id)
  await enqueuePush(tx, {
    userId: order.userId,
    topic: 'orders',
    words: { ...words, path, tag: `order-${order.id}` },
    cause: `order:${order.id}:${to}`,
  })
}

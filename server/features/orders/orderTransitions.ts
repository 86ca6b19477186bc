import { and, eq, inArray } from 'drizzle-orm'

import { arrivalText, estimateArrival } from '#contract/delivery/deliveryPromise.ts'
import type { OrderStatus } from '#contract/orders/order.ts'
import {
  canFailAttempt,
  canRefuseDelivery,
  canStoreCancel,
  canTransitionOrder,
} from '#contract/orders/orderTransitions.ts'
import { orderPath, trackingPath } from '#contract/pages/paths.ts'
import type { StoreTerms } from '#contract/store/storeTerms.ts'
import { readStoreTerms } from '#server/commerce/storeFacts.ts'
import { releaseCoupon } from '#server/commerce/coupons.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import { refundOrder } from '#server/commerce/orders/refunds.ts'
import {
  releaseStock,
  orderStockItems,
  type StockItem,
  withoutStockItems,
} from '#server/commerce/stock.ts'
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
import { enqueuePush, type NotificationText } from '#server/platform/push/pushQueue.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { issueOrderCreditNote, issueInvoice } from './invoices.ts'
import { illegalOrderTransition } from './orderErrors.ts'

export type Transition = {
  orderId: string
  to: OrderStatus
  by: (typeof orderEvents.$inferSelect)['by']
  /** The person of the staff who makes it. */
  staffId?: string | undefined
  /** The delivery agent, if this transition assigns one. */
  agentId?: string | undefined
}

type OrderTransition = Transition & {
  /** Whether the customer refused the delivery, at a time when customers can no longer cancel. */
  isRefusedAtDoor?: boolean
  /** Whether a rider was there in vain, and has the order again. */
  isFailedAttempt?: boolean
  /** Pieces of a cancelled order that do not go back on sale. */
  writtenOff?: StockItem[] | undefined
}

/**
 * Goods are invoiced when they ship; Try & Buy orders after the trial, when the kept sizes are
 * known.
 */
const invoicedStatus = { Standard: 'Shipped', 'Try and Buy': 'Delivered' } as const

/**
 * Changes the status of a placed order and of its lines, with all side effects (stock, coupon,
 * refund, invoice, notification), in one transaction.
 *
 * @throws StoreError 'not_found', or 'not_allowed_now' if the status may not follow the current one
 */
export function transitionOrder(db: Database, transition: OrderTransition): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, transition.orderId)
    if (!isAllowed(order, transition)) throw illegalOrderTransition(order, transition)
    const lines = await tx
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
      .orderBy(orderLines.position)
    const activeLines = lines.filter(({ status }) => status !== 'Cancelled')
    await recordTransition(tx, transition, activeLines)
    await notifyOrderStatus(tx, order, transition)
    if (transition.isFailedAttempt) return
    if (transition.to === 'Delivered') await settleDelivered(tx, order, activeLines)
    if (transition.to === invoicedStatus[order.purchaseType]) await issueInvoice(tx, order)
    if (transition.to === 'Cancelled') {
      await releaseOrder(tx, order, { lines: activeLines, writtenOff: transition.writtenOff ?? [] })
      await issueOrderCreditNote(tx, order, activeLines)
    }
  })
}

function isAllowed(
  { purchaseType, status }: OrderRow,
  { to, by, isRefusedAtDoor, isFailedAttempt }: OrderTransition,
): boolean {
  if (isFailedAttempt) return to === 'Shipped' && canFailAttempt(status)
  if (isRefusedAtDoor) return to === 'Cancelled' && canRefuseDelivery(purchaseType, status)
  if (to === 'Cancelled' && by === 'store') return canStoreCancel(status)
  return canTransitionOrder({ purchaseType, from: status, to })
}

/** Locks a placed order until the transaction ends. */
export async function lockOrder(tx: Database, orderId: string): Promise<OrderRow> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.checkoutStatus, 'completed')))
    .for('update')
  if (!order) throw orderNotFound()
  return order
}

/** Order lines have no 'Arrived' status; they stay 'On the way' until the trial starts. */
async function recordTransition(
  tx: Database,
  { orderId, to, by, agentId, staffId }: Transition,
  activeLines: LineRow[],
) {
  const at = clock.now()
  const deliveredColumns = to === 'Delivered' ? { deliveredAt: at } : {}
  const lineIds = to === 'Arrived' ? [] : activeLines.map(({ id }) => id)
  await tx
    .update(orders)
    .set({
      status: to,
      movedAt: at,
      ...deliveredColumns,
      ...(agentId ? { agentId } : {}),
      ...(isFinished(to) && { deliveryCode: null }),
    })
    .where(eq(orders.id, orderId))
  await tx
    .update(orderLines)
    .set({ status: to, ...deliveredColumns })
    .where(inArray(orderLines.id, lineIds))
  await tx
    .insert(orderEvents)
    .values([null, ...lineIds].map((lineId) => ({ orderId, lineId, status: to, by, staffId, at })))
}

/** Releases stock and coupon of a cancelled order, cancels open payments and refunds the rest. */
async function releaseOrder(
  tx: Database,
  order: OrderRow,
  { lines, writtenOff }: { lines: LineRow[]; writtenOff: StockItem[] },
) {
  const { id } = order
  const back = withoutStockItems(orderStockItems(order, lines), writtenOff)
  await releaseStock(tx, back, { reason: 'order_cancelled', reference: id })
  await releaseCoupon(tx, id)
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(eq(payments.orderId, id), eq(payments.status, 'created')))
  if (order.balancePaise > 0) {
    await tx.update(orders).set({ balancePaise: 0 }).where(eq(orders.id, id))
  }
  await refundOrder(tx, id, 'cancelled')
}

/** Collects cash, and returns the unsold trial sizes to stock. */
async function settleDelivered(tx: Database, order: OrderRow, lines: LineRow[]) {
  const isAtDoor = order.paymentMethod === 'Cash on delivery' || order.balancePaise > 0
  if (isAtDoor) await collectCashPayment(tx, order)
  await releaseUnsoldSizes(tx, order, lines)
}

/** Captures the cash payment, which the rider of the order then has, unless the order was paid by link. An open link is cancelled. */
export async function collectCashPayment(tx: Database, { id: orderId, agentId }: OrderRow) {
  await tx
    .update(orders)
    .set({ paymentStatus: 'paid', balancePaise: 0 })
    .where(eq(orders.id, orderId))
  const isOpen = and(eq(payments.orderId, orderId), eq(payments.status, 'created'))
  await tx
    .update(payments)
    .set({ status: 'captured', capturedAt: clock.now(), collectedById: agentId })
    .where(and(isOpen, eq(payments.kind, 'on_delivery')))
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(isOpen, eq(payments.kind, 'link')))
}

/** If the customer has not chosen a size, the ordered size counts as sold. */
async function releaseUnsoldSizes(tx: Database, order: OrderRow, lines: LineRow[]) {
  const { id: orderId, warehouseId } = order
  const unsold: StockItem[] = []
  for (const { id, productId, size, trialSize, soldSize, quantity } of lines) {
    if (!trialSize) continue
    const keptSize = soldSize ?? size
    await tx.update(orderLines).set({ soldSize: keptSize }).where(eq(orderLines.id, id))
    const unsoldSize = keptSize === size ? trialSize : size
    unsold.push({ warehouseId, productId, size: unsoldSize, quantity })
  }
  await releaseStock(tx, unsold, { reason: 'trial_unsold', reference: orderId })
}

/**
 * Push texts by status; the arrival time is appended while the order is in transit. Customers get no
 * notification of what they did themselves.
 */
const pushTexts: Partial<Record<OrderStatus, NotificationText>> = {
  Shipped: { title: 'Order shipped', body: 'We’ve handed your order to a delivery agent.' },
  'On the way': { title: 'Order on the way', body: 'Your order is on its way to you.' },
  Arrived: {
    title: 'At your door',
    body: 'Your delivery agent is at your door. Take your time to try everything on.',
  },
  Cancelled: {
    title: 'Order cancelled',
    body: 'Your order was cancelled. If you’ve already paid, we’ll refund the full amount in 5 to 7 working days.',
  },
}

const missedText: NotificationText = {
  title: 'We missed you',
  body: 'We couldn’t hand over your order. We’ll call you to agree on a new time.',
}

/** Items of a Try & Buy order can't be returned after the delivery. */
const deliveredTexts: Record<OrderRow['purchaseType'], (terms: StoreTerms) => string> = {
  Standard: ({ returnHours }) =>
    `We hope you love it! You can return or exchange items within ${returnHours} hours.`,
  'Try and Buy': () => 'We hope you love what you kept! Write a review to help others choose.',
}

const pushTextOf = (status: OrderStatus, { purchaseType }: OrderRow, terms: StoreTerms) =>
  status === 'Delivered'
    ? { title: 'Order delivered', body: deliveredTexts[purchaseType](terms) }
    : pushTexts[status]

/** 'It arrives by 4:35 pm.', or the new estimate of a late order. */
function arrivalSentence({ promisedBy }: OrderRow, status: OrderStatus, terms: StoreTerms) {
  if (!promisedBy || !isInTransit(status)) return ''
  const now = clock.now()
  const { by, isLate } = estimateArrival({ promisedBy, status, statusSince: now }, now, terms)
  const time = arrivalText(by, now, terms)
  return isLate ? ` We’re running late. It will now arrive ${time}.` : ` It arrives ${time}.`
}

const isInTransit = (status: OrderStatus) => status === 'Shipped' || status === 'On the way'

/** Finished orders have no tracking page. */
const isFinished = (status: OrderStatus) => status === 'Delivered' || status === 'Cancelled'

/**
 * Runs in the transaction of the transition, so that the notification is queued only if the
 * transition commits.
 */
async function notifyOrderStatus(
  tx: Database,
  order: OrderRow,
  { to, by, isFailedAttempt }: OrderTransition,
): Promise<void> {
  if (by === 'shopper') return
  if (isFailedAttempt) {
    return enqueueOrderPush(tx, order, {
      ...missedText,
      path: trackingPath(order.id),
      cause: `order:${order.id}:missed:${order.attempts + 1}`,
    })
  }
  const terms = await readStoreTerms(tx)
  const pushText = pushTextOf(to, order, terms)
  if (!pushText) return
  await enqueueOrderPush(tx, order, {
    title: pushText.title,
    body: pushText.body + arrivalSentence(order, to, terms),
    path: isFinished(to) ? orderPath(order.id) : trackingPath(order.id),
    // After a failed attempt, the customer is told again when the order is on its way.
    cause: `order:${order.id}:${to}${order.attempts > 0 ? `:${order.attempts}` : ''}`,
  })
}

/** Tells the customer when an order that could not be handed over comes again. */
export const notifyNewArrival = (tx: Database, order: OrderRow, terms: StoreTerms): Promise<void> =>
  enqueueOrderPush(tx, order, {
    title: 'We’re coming again',
    body: `We’ll bring your order again.${arrivalSentence(order, 'Shipped', terms)}`,
    path: trackingPath(order.id),
    cause: `order:${order.id}:again:${order.attempts}`,
  })

type OrderPush = NotificationText & { path: string; cause: string }

/** Enqueues a push about an order. Each cause is pushed once; a later push replaces the one shown. */
export function enqueueOrderPush(
  tx: Database,
  { id, userId }: OrderRow,
  { cause, ...text }: OrderPush,
): Promise<void> {
  return enqueuePush(tx, {
    userId,
    topic: 'orders',
    text: { ...text, tag: `order-${id}` },
    cause,
  })
}

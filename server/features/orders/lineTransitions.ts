import { and, asc, eq } from 'drizzle-orm'

import type { OrderStatus } from '#contract/orders/order.ts'
import { canTransitionLine, deriveOrderStatus } from '#contract/orders/orderTransitions.ts'
import { orderPath } from '#contract/pages/paths.ts'
import { changeAmountDue, offsetBalance } from '#server/commerce/orders/amountDue.ts'
import { markOrderChanged } from '#server/commerce/orders/orderChanges.ts'
import { refundLine } from '#server/commerce/orders/refunds.ts'
import {
  releaseStock,
  orderStockItems,
  type StockCause,
  reserveStock,
} from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import {
  orderEvents,
  orderLines,
  orders,
  type LineRow,
  type OrderRow,
} from '#server/database/schema/orders.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { NotificationText } from '#server/platform/push/pushQueue.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { issueRefundCreditNote } from './invoices.ts'
import { enqueueOrderPush, lockOrder, type Transition } from './orderTransitions.ts'
import { illegalLineTransition, lineNotFound } from './orderErrors.ts'

type LineTransition = Transition & {
  lineId: string
  /** Columns to save with the transition: the reason, the other size. */
  changes?: Partial<LineRow>
}

/**
 * Changes the status of one order line, with its stock and refund. The status of the order follows
 * from the statuses of its lines.
 *
 * @throws StoreError 'not_allowed_now' if the status may not follow the current one
 */
export function transitionLine(db: Database, transition: LineTransition): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, transition.orderId)
    const lines = await tx
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
      .orderBy(asc(orderLines.position))
    const line = lines.find(({ id }) => id === transition.lineId)
    if (!line) throw lineNotFound()
    const { purchaseType } = line
    if (!canTransitionLine({ purchaseType, from: line.status, to: transition.to })) {
      throw illegalLineTransition(line.status, transition.to)
    }

    const updatedLine = { ...line, ...transition.changes, status: transition.to }
    await runSideEffects(tx, order, { line: updatedLine, before: line.status })
    await saveLine(tx, order, {
      ...transition,
      lines: lines.map((row) => (row === line ? updatedLine : row)),
    })
    if (transition.by !== 'shopper') await notifyLineStatus(tx, order, updatedLine)
  })
}

type LineUpdate = LineTransition & { lines: LineRow[] }

async function saveLine(
  tx: Database,
  order: OrderRow,
  { lineId, to, by, staffId, changes, lines }: LineUpdate,
) {
  const at = clock.now()
  const orderId = order.id
  await tx
    .update(orderLines)
    .set({ ...changes, status: to })
    .where(and(eq(orderLines.id, lineId), eq(orderLines.orderId, orderId)))
  const status = deriveOrderStatus(
    order.status,
    lines.map((row) => row.status),
  )
  await tx.update(orders).set({ status, movedAt: at }).where(eq(orders.id, orderId))
  const events: { lineId: string | null; status: OrderStatus }[] = [{ lineId, status: to }]
  if (status !== order.status) events.push({ lineId: null, status })
  await tx
    .insert(orderEvents)
    .values(events.map((event) => ({ ...event, orderId, by, staffId, at })))
}

type SideEffect = (tx: Database, order: OrderRow, line: LineRow) => Promise<unknown>
/** Where the same status has other effects: the status before, and the one after. */
type Step = `${OrderStatus} → ${OrderStatus}`

type LineOfOrder = { order: OrderRow; line: LineRow }

const stockItemsInSize = ({ order, line }: LineOfOrder, size: string) => [
  { warehouseId: order.warehouseId, productId: line.productId, size, quantity: line.quantity },
]
const causeOf = (reason: StockCause['reason'], { id }: LineRow) => ({ reason, reference: id })

/**
 * Side effects on stock and refunds when a line changes its status. The line already has its new
 * status.
 */
const sideEffects: Partial<Record<OrderStatus | Step, SideEffect>> = {
  /**
   * The customer kept no size of a trial: what was brought is returned to stock, and the price is
   * refunded without charges, as far as it was paid.
   */
  'Size Trialing → Cancelled': async (tx, order, line) => {
    await releaseStock(tx, orderStockItems(order, [line]), causeOf('trial_unsold', line))
    const offsetPaise = await offsetBalance(tx, order, line.netPaise - line.refundedPaise)
    await refundLine(tx, { lineId: line.id, reason: 'trial_unsold', offsetPaise })
  },

  /** The store cannot send the item, or the customer does not want it. The charges stay. */
  'Accepted → Cancelled': async (tx, order, line) => {
    const back = orderStockItems(order, [line]).filter(({ size }) => size !== line.writtenOffSize)
    await releaseStock(tx, back, causeOf('item_cancelled', line))
    if (order.paymentStatus === 'paid') {
      const offsetPaise = await offsetBalance(tx, order, line.netPaise - line.refundedPaise)
      await refundLine(tx, { lineId: line.id, reason: 'item_cancelled', offsetPaise })
    } else {
      await lowerAmountDue(tx, order, line)
    }
  },

  Returned: async (tx, order, line) => {
    await releaseStock(tx, stockItemsInSize({ order, line }, line.size), causeOf('returned', line))
    const amountPaise = await refundLine(tx, { lineId: line.id, reason: 'returned' })
    const credit = { lines: [line], amountPaise, reference: line.id }
    await issueRefundCreditNote(tx, order, credit)
  },

  /** The new size is reserved as soon as the exchange is requested. */
  'Exchange Requested': (tx, order, line) =>
    reserveStock(
      tx,
      stockItemsInSize({ order, line }, line.exchangeSize ?? ''),
      causeOf('exchange_out', line),
    ),

  'Exchange Cancelled': (tx, order, line) =>
    releaseStock(
      tx,
      stockItemsInSize({ order, line }, line.exchangeSize ?? ''),
      causeOf('exchange_cancelled', line),
    ),

  Exchanged: (tx, order, line) =>
    releaseStock(tx, stockItemsInSize({ order, line }, line.size), causeOf('exchange_in', line)),
}

type ChangedLine = { line: LineRow; before: OrderStatus }

async function runSideEffects(tx: Database, order: OrderRow, { line, before }: ChangedLine) {
  const effect = sideEffects[`${before} → ${line.status}`] ?? sideEffects[line.status]
  await effect?.(tx, order, line)
}

/** Takes an item off an order that is not paid yet. */
const lowerAmountDue = (tx: Database, order: OrderRow, line: LineRow): Promise<void> =>
  changeAmountDue(tx, order, {
    mrpTotalPaise: -line.quantity * line.mrpPaise,
    basePaise: -line.quantity * line.pricePaise,
    couponPaise: -line.couponSharePaise,
    totalPaise: -line.netPaise,
  })

/**
 * Push texts of the store's steps in a return or exchange. A reason for a refusal is in the order only,
 * because it may describe the item or the customer.
 */
const pushTexts: Partial<Record<OrderStatus, NotificationText>> = {
  'Return Accepted': {
    title: 'Return accepted',
    body: 'We’ve checked your item. Open your order to see when you get your refund.',
  },
  'Return Cancelled': {
    title: 'Return declined',
    body: 'We couldn’t accept your return. Open your order to see why.',
  },
  Returned: {
    title: 'Return received',
    body: 'We’ve received your item. Open your order to track your refund.',
  },
  'Exchange Accepted': {
    title: 'Exchange accepted',
    body: 'Our delivery agent will hand over your new size when picking up the old one.',
  },
  'Exchange Cancelled': {
    title: 'Exchange declined',
    body: 'We couldn’t accept your exchange. Open your order to see why.',
  },
  Exchanged: { title: 'Exchange completed', body: 'We hope the new size fits you well.' },
}

async function notifyLineStatus(tx: Database, order: OrderRow, line: LineRow): Promise<void> {
  const pushText = pushTexts[line.status]
  if (!pushText) return
  await enqueueOrderPush(tx, order, {
    ...pushText,
    path: orderPath(order.id),
    cause: `order-item:${line.id}:${line.status}`,
  })
}

type TrialResult = {
  orderId: string
  lineId: string
  /** Null if the customer keeps none. */
  size: string | null
}

/**
 * Records which size of a tried line the customer keeps. The other size returns to stock on
 * delivery. If none is kept, the line is cancelled and refunded.
 */
export function keepTrialSize(db: Database, { orderId, lineId, size }: TrialResult): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status !== 'Size Trialing') {
      throw new StoreError('not_allowed_now', 'The size can only be chosen during the trial')
    }
    if (size === null)
      return transitionLine(tx, { orderId, lineId, to: 'Cancelled', by: 'courier' })
    const [line] = await tx
      .select()
      .from(orderLines)
      .where(and(eq(orderLines.id, lineId), eq(orderLines.orderId, orderId)))
    if (!line || ![line.size, line.trialSize].includes(size)) {
      throw new StoreError('not_found', 'This size is not part of the trial')
    }
    await tx.update(orderLines).set({ soldSize: size }).where(eq(orderLines.id, lineId))
    await markOrderChanged(tx, orderId)
  })
}

import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'

import type { OrderStatus } from '#contract/order.ts'
import { canTransitionLine, deriveOrderStatus } from '#contract/orderTransitions.ts'
import { refundLine } from '#server/commerce/refunds.ts'
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
import { clock } from '#server/platform/runtime/clock.ts'
import { creditReturned } from './invoices.ts'
import { lockOrder, type Transition } from './orderTransitions.ts'
import { illegalLineTransition } from './orderErrors.ts'

type LineMove = Transition & {
  lineId: string
  /** What is written into the line with it: the reason, the other size. */
  asked?: Partial<LineRow>
}

/**
 * Moves one line of an order on by itself, with its stock and its money; any move not allowed is
 * refused. The order then stands where its lines stand.
 */
export function transitionLine(db: Database, move: LineMove): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, move.orderId)
    const lines = await tx
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
      .orderBy(asc(orderLines.position))
    const line = lines.find(({ id }) => id === move.lineId)
    if (!line) throw new StoreError('not_found', 'This item is not in the order')
    const { purchaseType } = line
    if (!canTransitionLine({ purchaseType, from: line.status, to: move.to })) {
      throw illegalLineTransition(line.status, move.to)
    }

    const moved = { ...line, ...move.asked, status: move.to }
    await settleLine(tx, order, moved)
    await writeLine(tx, order, { ...move, lines: lines.map((one) => (one === line ? moved : one)) })
  })
}

type Written = LineMove & { lines: LineRow[] }

async function writeLine(tx: Database, order: OrderRow, { lineId, to, by, asked, lines }: Written) {
  const at = clock.now()
  const orderId = order.id
  await tx
    .update(orderLines)
    .set({ ...asked, status: to })
    .where(and(eq(orderLines.id, lineId), eq(orderLines.orderId, orderId)))
  const status = deriveOrderStatus(
    order.status,
    lines.map(({ status: one }) => one),
  )
  await tx
    .update(orders)
    .set({ status, movedAt: at, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, orderId))
  const events: { lineId: string | null; status: OrderStatus }[] = [{ lineId, status: to }]
  if (status !== order.status) events.push({ lineId: null, status })
  await tx.insert(orderEvents).values(events.map((event) => ({ ...event, orderId, by, at })))
}

type Settle = (tx: Database, order: OrderRow, line: LineRow) => Promise<unknown>

const inSize = ({ productId, quantity }: LineRow, size: string) => [{ productId, size, quantity }]
const causeOf = (reason: StockCause['reason'], { id }: LineRow) => ({ reason, reference: id })

/** What stock and money do when a line goes its own way. The line is as it will be. */
const settles: Partial<Record<OrderStatus, Settle>> = {
  /** Tried at the door and not kept: both sizes go back, and the price without charges. */
  Cancelled: async (tx, _, line) => {
    await releaseStock(tx, orderStockItems([line]), causeOf('trial_unsold', line))
    await refundLine(tx, { lineId: line.id, reason: 'trial_unsold' })
  },

  Returned: async (tx, order, line) => {
    await releaseStock(tx, inSize(line, line.size), causeOf('returned', line))
    await refundLine(tx, { lineId: line.id, reason: 'returned' })
    await creditReturned(tx, order, line)
  },

  /** The other size is kept for the shopper from the moment it is asked for. */
  'Exchange Requested': (tx, _, line) =>
    reserveStock(tx, inSize(line, line.exchangeSize ?? ''), causeOf('exchange_out', line)),

  'Exchange Cancelled': (tx, _, line) =>
    releaseStock(tx, inSize(line, line.exchangeSize ?? ''), causeOf('exchange_cancelled', line)),

  Exchanged: (tx, _, line) =>
    releaseStock(tx, inSize(line, line.size), causeOf('exchange_in', line)),
}

async function settleLine(tx: Database, order: OrderRow, line: LineRow): Promise<void> {
  await settles[line.status]?.(tx, order, line)
}

type Kept = {
  orderId: string
  lineId: string
  /** Null: neither fits, and nothing is kept. */
  size: string | null
}

/**
 * What a shopper keeps of a line that is tried at the door. Of two sizes the other one goes back
 * with the delivery; where none is kept the line is cancelled, and its price goes back.
 */
export function keepTrialSize(db: Database, { orderId, lineId, size }: Kept): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status !== 'Size Trialing') {
      throw new StoreError('not_allowed_now', 'A size is chosen while it is tried on')
    }
    if (size === null)
      return transitionLine(tx, { orderId, lineId, to: 'Cancelled', by: 'courier' })
    const isTried = and(eq(orderLines.id, lineId), isNotNull(orderLines.trialSize))
    const [line] = await tx
      .select()
      .from(orderLines)
      .where(and(isTried, eq(orderLines.orderId, orderId)))
    if (!line || ![line.size, line.trialSize].includes(size)) {
      throw new StoreError('not_found', 'This size is not at the door')
    }
    await tx.update(orderLines).set({ soldSize: size }).where(eq(orderLines.id, lineId))
  })
}

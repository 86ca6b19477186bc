import { and, asc, eq, sql } from 'drizzle-orm'

import type { OrderStatus } from '#contract/order.ts'
import { mayLineMove, standingOf } from '#contract/orderMoves.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { orderEvents, orderLines, orders } from '#server/database/orderTables.ts'
import { clock } from '#server/platform/clock.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { holdOrder, type LineRow, type Move, type OrderRow } from './moveOrder.ts'
import { illegalLineMove } from './orderRefusals.ts'
import { settleLine } from './settleLine.ts'

type LineMove = Move & {
  lineId: string
  /** What is written into the line with it: the reason, the other size. */
  asked?: Partial<LineRow>
}

/**
 * Moves one line of an order on by itself, with its stock and its money; any move not allowed is
 * refused. The order then stands where its lines stand.
 */
export function moveLine(db: Database, move: LineMove): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await holdOrder(tx, move.orderId)
    const lines = await tx
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
      .orderBy(asc(orderLines.position))
    const line = lines.find(({ id }) => id === move.lineId)
    if (!line) throw new StoreError('not_found', 'This item is not in the order')
    const { purchaseType } = line
    if (!mayLineMove({ purchaseType, from: line.status, to: move.to })) {
      throw illegalLineMove(line.status, move.to)
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
  const status = standingOf(
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

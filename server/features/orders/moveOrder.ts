import { and, eq, inArray, sql } from 'drizzle-orm'

import type { OrderStatus } from '#contract/order.ts'
import { mayBeRefusedAtDoor, mayOrderMove } from '#contract/orderMoves.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { orderEvents, orderLines, orders } from '#server/database/orderTables.ts'
import { clock } from '#server/platform/clock.ts'
import { giveBackOrder } from './giveBackOrder.ts'
import { creditOrder, issueInvoice } from './issueInvoice.ts'
import { illegalOrderMove, noSuchOrder } from './orderRefusals.ts'
import { settleDelivered } from './settleDelivered.ts'
import { tellMove } from './tellMove.ts'

export type OrderRow = typeof orders.$inferSelect
export type LineRow = typeof orderLines.$inferSelect

export type Move = {
  orderId: string
  to: OrderStatus
  by: (typeof orderEvents.$inferSelect)['by']
  /** Who brings it, where that is decided with the move. */
  agentId?: string | undefined
}

type OrderMove = Move & {
  /** Cancelled because nobody took it at the door, where customers cannot cancel it any more. */
  isRefusedAtDoor?: boolean
}

/** Goods are invoiced when they leave; what is tried on, once it is clear what was kept. */
const invoicedAt = { Standard: 'Shipped', 'Try and Buy': 'Delivered' } as const

/** Moves a placed order on, with its lines and all that follows; any move not allowed is refused. */
export function moveOrder(db: Database, move: OrderMove): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await holdOrder(tx, move.orderId)
    if (!isAllowed(order, move)) throw illegalOrderMove(order, move)
    const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, order.id))
    const moving = lines.filter(({ status }) => status !== 'Cancelled')
    await writeMove(tx, move, moving)
    await tellMove(tx, order, move)
    if (move.to === 'Delivered') await settleDelivered(tx, order, moving)
    if (move.to === invoicedAt[order.purchaseType]) await issueInvoice(tx, order)
    if (move.to === 'Cancelled') {
      await giveBackOrder(tx, order, moving)
      await creditOrder(tx, order, moving)
    }
  })
}

function isAllowed({ purchaseType, status }: OrderRow, { to, isRefusedAtDoor }: OrderMove) {
  return isRefusedAtDoor
    ? to === 'Cancelled' && mayBeRefusedAtDoor(purchaseType, status)
    : mayOrderMove({ purchaseType, from: status, to })
}

/** A placed order that nobody else can change until the transaction ends. */
export async function holdOrder(tx: Database, orderId: string): Promise<OrderRow> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.state, 'placed')))
    .for('update')
  if (!order) throw noSuchOrder()
  return order
}

/** A line knows no 'Arrived': it is on the way until it is tried on. */
async function writeMove(tx: Database, { orderId, to, by, agentId }: Move, moving: LineRow[]) {
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

import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'

import type { OrderStatus } from '#contract/orders/order.ts'
import { nextLineStatus, nextOrderStatus } from '#contract/orders/orderTransitions.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  activeStatuses,
  deliveryAgents,
  orderLines,
  orders,
} from '#server/database/schema/orders.ts'
import { keepTrialSize, transitionLine } from '#server/features/orders/lineTransitions.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { payOutCash, readDueCashRefunds } from '#server/features/payments/sendRefunds.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const pickupStatuses: OrderStatus[] = [
  'Return Requested',
  'Return Accepted',
  'Exchange Requested',
  'Exchange Accepted',
]
const maxIntervalMs = 5000

/**
 * Moves every order of the demo store one status further each `stepMs`, unless a person has moved it. Returns a function
 * that stops it.
 */
export function startCourier(db: Database, stepMs: number): () => Promise<void> {
  if (stepMs === 0) return async () => {}
  let isStopped = false
  const stop = repeat(Math.min(maxIntervalMs, stepMs / 2), async () => {
    while (!isStopped && (await advanceNextOrder(db, stepMs)));
    while (!isStopped && (await advanceNextReturn(db, stepMs)));
  })
  return () => {
    isStopped = true
    return stop()
  }
}

/** Moves one due order to its next status. Orders that another process has locked are skipped. */
export function advanceNextOrder(db: Database, stepMs: number): Promise<boolean> {
  const due = new Date(clock.now().getTime() - stepMs)
  return db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.checkoutStatus, 'completed'),
          inArray(orders.status, activeStatuses),
          lte(orders.movedAt, due),
          isNull(orders.takenOverAt),
        ),
      )
      .orderBy(asc(orders.movedAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const to = order && nextOrderStatus(order.purchaseType, order.status)
    if (!to) return false
    const agentId = to === 'Shipped' && !order.agentId ? await leastBusyAgent(tx) : undefined
    if (order.status === 'Size Trialing') await chooseTrialSizes(tx, order.id)
    await transitionOrder(tx, { orderId: order.id, to, by: 'courier', agentId })
    return true
  })
}

/** Moves one due return or exchange to its next status. The demo store accepts every request. */
export function advanceNextReturn(db: Database, stepMs: number): Promise<boolean> {
  const due = new Date(clock.now().getTime() - stepMs)
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ order: orders, line: orderLines })
      .from(orderLines)
      .innerJoin(orders, eq(orders.id, orderLines.orderId))
      .where(
        and(
          inArray(orderLines.status, pickupStatuses),
          lte(orders.movedAt, due),
          isNull(orders.takenOverAt),
        ),
      )
      .orderBy(asc(orders.movedAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const to = row && nextLineStatus(row.line.purchaseType, row.line.status)
    if (!to) return false
    await transitionLine(tx, { orderId: row.order.id, lineId: row.line.id, to, by: 'courier' })
    if (to === 'Returned') await payOutCashRefunds(tx, row.order.id)
    return true
  })
}

/** Picks the size that a customer keeps after a trial: now and then it is the second one. */
async function chooseTrialSizes(tx: Database, orderId: string): Promise<void> {
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  for (const { id: lineId, size, trialSize, soldSize, status } of lines) {
    if (!trialSize || soldSize || status === 'Cancelled') continue
    // Ids are random, so this holds for about a third of the lines.
    const keepsSecondSize = lineId < '5'
    await keepTrialSize(tx, { orderId, lineId, size: keepsSecondSize ? trialSize : size })
  }
}

/** The demo store refunds cash on the spot. */
async function payOutCashRefunds(tx: Database, orderId: string) {
  for (const owed of await readDueCashRefunds(tx)) {
    if (owed.orderId === orderId) await payOutCash(tx, owed.id)
  }
}

/** The agent with the fewest active orders. */
async function leastBusyAgent(tx: Database): Promise<string | undefined> {
  const activeOrderCount = tx
    .select({ count: sql`count(*)` })
    .from(orders)
    .where(and(eq(orders.agentId, deliveryAgents.id), inArray(orders.status, activeStatuses)))
  const [agent] = await tx
    .select({ id: deliveryAgents.id })
    .from(deliveryAgents)
    .where(eq(deliveryAgents.isActive, true))
    .orderBy(sql`(${activeOrderCount})`, asc(deliveryAgents.id))
    .limit(1)
  return agent?.id
}

import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'

import { isActive, type OrderStatus } from '#contract/order.ts'
import { nextOfLine, nextStatusOf } from '#contract/orderMoves.ts'
import type { Database } from '#server/database/connect.ts'
import { deliveryAgents, orderLines, orders } from '#server/database/orderTables.ts'
import { orderStatuses } from '#server/database/orderWords.ts'
import { keepSize } from '#server/features/orders/keepSize.ts'
import { moveLine } from '#server/features/orders/moveLine.ts'
import { moveOrder } from '#server/features/orders/moveOrder.ts'
import { payOutCash, readCashOwed } from '#server/features/payments/payOutCash.ts'
import { clock } from '#server/platform/clock.ts'
import { repeat } from '#server/platform/repeat.ts'

const underWay = orderStatuses.filter(isActive)
const beingFetched: OrderStatus[] = [
  'Return Requested',
  'Return Accepted',
  'Exchange Requested',
  'Exchange Accepted',
]
const longestPauseMs = 5000

/** The courier of the demo store: every order takes one step each `stepMs`. Gives back how to stop. */
export function startCourier(db: Database, stepMs: number): () => Promise<void> {
  if (stepMs === 0) return async () => {}
  let isStopped = false
  const stop = repeat(Math.min(longestPauseMs, stepMs / 2), async () => {
    while (!isStopped && (await moveNext(db, stepMs)));
    while (!isStopped && (await fetchNext(db, stepMs)));
  })
  return () => {
    isStopped = true
    return stop()
  }
}

/** One order whose time has come, one step on. What another process has in hand is left to it. */
export function moveNext(db: Database, stepMs: number): Promise<boolean> {
  const due = new Date(clock.now().getTime() - stepMs)
  return db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(
        and(eq(orders.state, 'placed'), inArray(orders.status, underWay), lte(orders.movedAt, due)),
      )
      .orderBy(asc(orders.movedAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const to = order && nextStatusOf(order.purchaseType, order.status)
    if (!to) return false
    const agentId = to === 'Shipped' && !order.agentId ? await freeAgent(tx) : undefined
    if (order.status === 'Size Trialing') await waitAtDoor(tx, order.id)
    await moveOrder(tx, { orderId: order.id, to, by: 'courier', agentId })
    return true
  })
}

/** One line that is sent back or exchanged, one step on: the demo store refuses nobody. */
export function fetchNext(db: Database, stepMs: number): Promise<boolean> {
  const due = new Date(clock.now().getTime() - stepMs)
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ order: orders, line: orderLines })
      .from(orderLines)
      .innerJoin(orders, eq(orders.id, orderLines.orderId))
      .where(and(inArray(orderLines.status, beingFetched), lte(orders.movedAt, due)))
      .orderBy(asc(orders.movedAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const to = found && nextOfLine(found.line.purchaseType, found.line.status)
    if (!to) return false
    await moveLine(tx, { orderId: found.order.id, lineId: found.line.id, to, by: 'courier' })
    if (to === 'Returned') await handBack(tx, found.order.id)
    return true
  })
}

/** While somebody tries things on: now and then it is the other size that fits. */
async function waitAtDoor(tx: Database, orderId: string): Promise<void> {
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  for (const { id: lineId, size, trialSize, soldSize, status } of lines) {
    if (!trialSize || soldSize || status === 'Cancelled') continue
    const fitsOther = lineId < '5'
    await keepSize(tx, { orderId, lineId, size: fitsOther ? trialSize : size })
  }
}

/** The demo's courier has the cash with him. */
async function handBack(tx: Database, orderId: string) {
  for (const owed of await readCashOwed(tx)) {
    if (owed.orderId === orderId) await payOutCash(tx, owed.id)
  }
}

/** Whoever has the fewest orders under way. */
async function freeAgent(tx: Database): Promise<string | undefined> {
  const busy = tx
    .select({ count: sql`count(*)` })
    .from(orders)
    .where(and(eq(orders.agentId, deliveryAgents.id), inArray(orders.status, underWay)))
  const [agent] = await tx
    .select({ id: deliveryAgents.id })
    .from(deliveryAgents)
    .where(eq(deliveryAgents.isActive, true))
    .orderBy(sql`(${busy})`, asc(deliveryAgents.id))
    .limit(1)
  return agent?.id
}

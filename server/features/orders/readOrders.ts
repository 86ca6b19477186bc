import { and, asc, desc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'

import type { Order } from '#contract/order.ts'
import { products } from '#server/database/catalogueTables.ts'
import type { Database } from '#server/database/connect.ts'
import { deliveryAgents, orderEvents, orderLines, orders } from '#server/database/orderTables.ts'
import { refunds } from '#server/database/paymentTables.ts'
import { productOf, selectProducts } from '#server/database/selectProducts.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { orderOf } from './orderOf.ts'
import { noSuchOrder } from './orderRefusals.ts'

/** More than anybody scrolls through. */
const longestList = 200

/** The placed orders of a user, the newest first. */
export const readOrders = ({ db, userId }: UserStore): Promise<Order[]> =>
  readPlaced(db, eq(orders.userId, userId))

/** Another user's order exists as little as one that was never made. */
export async function readOrder({ db, userId }: UserStore, id: string): Promise<Order> {
  const [order] = await readPlaced(db, and(eq(orders.userId, userId), eq(orders.id, id)))
  if (!order) throw noSuchOrder()
  return order
}

async function readPlaced(db: Database, whose: SQL | undefined): Promise<Order[]> {
  const rows = await db
    .select({ order: orders, agent: deliveryAgents })
    .from(orders)
    .leftJoin(deliveryAgents, eq(deliveryAgents.id, orders.agentId))
    .where(and(eq(orders.state, 'placed'), whose))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(longestList)
  if (rows.length === 0) return []

  const ids = rows.map(({ order }) => order.id)
  const lines = await readLines(db, ids)
  const events = await db
    .select()
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, ids))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id))
  const owed = await readOwed(db, ids)
  const [linesOf, eventsOf] = [byOrder(lines), byOrder(events)]
  return rows.map((row) =>
    orderOf({
      ...row,
      lines: linesOf.get(row.order.id) ?? [],
      events: eventsOf.get(row.order.id) ?? [],
      isRefundOwed: owed.has(row.order.id),
    }),
  )
}

/** The lines of orders, each with its product as it is today, on sale or not. */
async function readLines(db: Database, orderIds: string[]) {
  const rows = await selectProducts(db, { line: getTableColumns(orderLines) })
    .innerJoin(orderLines, eq(orderLines.productId, products.id))
    .where(inArray(orderLines.orderId, orderIds))
    .orderBy(asc(orderLines.position))
  return rows.map((row) => ({ ...row.line, product: productOf(row) }))
}

/** The orders of which some money is still on its way back. */
async function readOwed(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ orderId: refunds.orderId })
    .from(refunds)
    .where(and(inArray(refunds.orderId, ids), eq(refunds.status, 'pending')))
  return new Set(rows.map(({ orderId }) => orderId))
}

function byOrder<Row extends { orderId: string }>(rows: Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const beside = found.get(row.orderId)
    if (beside) beside.push(row)
    else found.set(row.orderId, [row])
  }
  return found
}

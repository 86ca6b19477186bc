import { and, asc, desc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'

import type { Paise } from '#contract/money.ts'
import type { Order, OrderLine, OrderStep } from '#contract/order.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { pricesOf, productOf, selectProducts } from '#server/commerce/products.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { deliveryAgents, orderEvents, orderLines, orders } from '#server/database/schema/orders.ts'
import { refunds } from '#server/database/schema/payments.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { orderNotFound } from './orderErrors.ts'

/** More than anybody scrolls through. */
const longestList = 200

/** The placed orders of a user, the newest first. */
export const readOrders = ({ db, userId }: CustomerStore): Promise<Order[]> =>
  readPlaced(db, eq(orders.userId, userId))

/** Another user's order exists as little as one that was never made. */
export async function readOrder({ db, userId }: CustomerStore, id: string): Promise<Order> {
  const [order] = await readPlaced(db, and(eq(orders.userId, userId), eq(orders.id, id)))
  if (!order) throw orderNotFound()
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

type OrderRow = typeof orders.$inferSelect
/** A line, and its product as it is today. */
type LineWithProduct = typeof orderLines.$inferSelect & { product: Product }
type EventRow = typeof orderEvents.$inferSelect
type AgentRow = typeof deliveryAgents.$inferSelect

/** An order with all that is kept about it. */
type WholeOrder = {
  order: OrderRow
  agent: AgentRow | null
  lines: LineWithProduct[]
  events: EventRow[]
  /** Whether some of what was refunded is still on its way. */
  isRefundOwed: boolean
}

const paise = (amount: number) => amount as Paise

/** An order as it travels. */
function orderOf({ order, agent, lines, events, isRefundOwed }: WholeOrder): Order {
  return {
    _id: order.id,
    orderID: order.orderNumber,
    orderSlug: order.orderNumber.toLowerCase(),
    createdAt: order.createdAt.toISOString(),
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    orderStatus: order.status,
    orderType: order.purchaseType,
    paymentMethod: order.paymentMethod,
    paymentStatus: order.paymentStatus,
    totalAmount: paise(order.totalPaise),
    amountDetails: amountOf(order),
    ...refundOf(order, isRefundOwed),
    products: lines.map((line) => lineOf(line, stepsOf(events, line.id))),
    addressId: order.address,
    receiver: receiverOf(order),
    delivery_agent: agent && { name: agent.name, contactNumber: agent.contactNumber },
    history: stepsOf(events, null),
  }
}

function amountOf(order: OrderRow) {
  return {
    isCouponApplied: order.couponPaise > 0,
    baseAmount: paise(order.basePaise),
    discountedAmount: paise(order.basePaise - order.couponPaise),
    trialCharges: paise(order.trialPaise),
    shippingCharges: paise(order.shippingPaise),
    finalAmount: paise(order.totalPaise),
  }
}

function refundOf({ refundedPaise }: OrderRow, isOwed: boolean) {
  if (refundedPaise === 0) return {}
  const status = isOwed ? ('pending' as const) : ('processed' as const)
  return { refund: { amount: paise(refundedPaise), status } }
}

function receiverOf({ receiverName: name, receiverContactNumber: contactNumber }: OrderRow) {
  return name && contactNumber ? { name, contactNumber } : null
}

function lineOf(line: LineWithProduct, history: OrderStep[]): OrderLine {
  const { trialSize, soldSize, exchangeSize, returnReason, returnPhotos } = line
  return {
    _id: line.id,
    productId: orderedProduct(line),
    size: line.size,
    trialSize,
    soldSize,
    quantity: line.quantity,
    price: paise(line.pricePaise),
    mrp: paise(line.mrpPaise),
    purchaseType: line.purchaseType,
    status: line.status,
    exchangeDetails: exchangeSize ? { newProductSize: exchangeSize } : null,
    returnDetails: returnReason ? { returnReason, returnPhotos } : null,
    history,
  }
}

/** What the customer ordered stays what it was, also when the catalogue changes. */
function orderedProduct(line: LineWithProduct): Product {
  return {
    ...line.product,
    name: line.productName,
    brand: { ...line.product.brand, _id: line.brandId, name: line.brandName },
    photos: line.photos,
    tint: line.tint,
    ...pricesOf(line),
  }
}

/** Of a line, or of the order itself. */
function stepsOf(events: EventRow[], lineId: string | null): OrderStep[] {
  return events
    .filter((event) => event.lineId === lineId)
    .map(({ status, at }) => ({ status, at: at.toISOString() }))
}

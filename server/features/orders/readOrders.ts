import { and, asc, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'

import type {
  Order,
  OrderLine,
  OrderRefund,
  OrderStatus,
  OrderStep,
  RefundDestination,
} from '#contract/orders/order.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import { orderedProductOf, pricesOf, selectProducts } from '#server/commerce/catalogue/products.ts'
import { surplusReasons } from '#server/commerce/orders/refunds.ts'
import type { Database } from '#server/database/client/connect.ts'
import { asPaise } from '#server/database/schema/columns.ts'
import { products } from '#server/database/schema/catalogue.ts'
import {
  deliveryAgents,
  orderEvents,
  orderLines,
  orders,
  type OrderRow,
} from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'

/** The maximum number of orders in a list, which is more than customers scroll through. */
const maxOrders = 200

/** The placed orders of a customer, newest first. */
export const readOrders = ({ db, userId }: CustomerContext): Promise<Order[]> =>
  readPlacedOrders(db, eq(orders.userId, userId))

/** Reads an order of this customer. The order of another customer is treated as missing. */
export async function readOrder({ db, userId }: CustomerContext, id: string): Promise<Order> {
  const [order] = await readPlacedOrders(db, and(eq(orders.userId, userId), eq(orders.id, id)))
  if (!order) throw orderNotFound()
  return order
}

async function readPlacedOrders(db: Database, condition: SQL | undefined): Promise<Order[]> {
  const rows = await db
    .select({ order: orders, agent: deliveryAgents })
    .from(orders)
    .leftJoin(deliveryAgents, eq(deliveryAgents.id, orders.agentId))
    .where(and(eq(orders.checkoutStatus, 'completed'), condition))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxOrders)
  if (rows.length === 0) return []

  const ids = rows.map(({ order }) => order.id)
  const lines = await readLines(db, ids)
  const events = await db
    .select()
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, ids))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id))
  const refundRows = await readRefunds(db, ids)
  const [linesByOrder, eventsByOrder] = [groupByOrder(lines), groupByOrder(events)]
  const refundsByOrder = groupByOrder(refundRows)
  return rows.map((row) =>
    orderOf({
      ...row,
      lines: linesByOrder.get(row.order.id) ?? [],
      events: eventsByOrder.get(row.order.id) ?? [],
      refunds: refundsByOrder.get(row.order.id) ?? [],
    }),
  )
}

/** Reads order lines with their current product, on sale or not. */
async function readLines(db: Database, orderIds: string[]) {
  const rows = await selectProducts(db, {
    line: getTableColumns(orderLines),
    warehouseId: orders.warehouseId,
    isReviewed,
  })
    .innerJoin(orderLines, eq(orderLines.productId, products.id))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(inArray(orderLines.orderId, orderIds))
    .orderBy(asc(orderLines.position))
  return rows.map((row) => ({
    ...row.line,
    isReviewed: row.isReviewed,
    product: orderedProductOf(row, row.warehouseId),
  }))
}

/** Whether the customer of the order has reviewed the product of the line. */
const isReviewed = sql<boolean>`exists (
  select 1 from reviews r
  join orders o on o.user_id = r.user_id
  where o.id = ${orderLines.orderId} and r.product_id = ${orderLines.productId})`

/** The refunds of these orders, oldest first. */
async function readRefunds(db: Database, ids: string[]) {
  return db
    .select({
      orderId: refunds.orderId,
      amountPaise: refunds.amountPaise,
      reason: refunds.reason,
      status: refunds.status,
      startedAt: refunds.createdAt,
      settledAt: refunds.settledAt,
      reference: refunds.providerRefundId,
      provider: payments.provider,
      method: payments.method,
      currency: payments.currency,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(inArray(refunds.orderId, ids))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}
type RefundRow = Awaited<ReturnType<typeof readRefunds>>[number]

function groupByOrder<Row extends { orderId: string }>(rows: Row[]): Map<string, Row[]> {
  const rowsByOrder = new Map<string, Row[]>()
  for (const row of rows) {
    const orderRows = rowsByOrder.get(row.orderId)
    if (orderRows) orderRows.push(row)
    else rowsByOrder.set(row.orderId, [row])
  }
  return rowsByOrder
}

/** An order line with its current product. */
type LineWithProduct = Awaited<ReturnType<typeof readLines>>[number]
type EventRow = typeof orderEvents.$inferSelect
type AgentRow = typeof deliveryAgents.$inferSelect

/** An order with its related rows. */
type OrderWithRelations = {
  order: OrderRow
  agent: AgentRow | null
  lines: LineWithProduct[]
  events: EventRow[]
  refunds: RefundRow[]
}

/** Converts an order to the contract. */
function orderOf({ order, agent, lines, events, refunds }: OrderWithRelations): Order {
  return {
    _id: order.id,
    orderID: order.orderNumber,
    orderSlug: order.orderNumber.toLowerCase(),
    createdAt: order.createdAt.toISOString(),
    promisedBy: order.promisedBy?.toISOString() ?? null,
    deliveryMinutes: order.deliveryMinutes,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    orderStatus: order.status,
    orderType: order.purchaseType,
    ...(order.refundAccount && { refundAccount: order.refundAccount }),
    paymentMethod: order.paymentMethod,
    paymentStatus: order.paymentStatus,
    totalAmount: asPaise(order.totalPaise),
    amountDetails: amountOf(order),
    mrpTotal: asPaise(order.mrpTotalPaise),
    ...(order.balancePaise > 0 && { balanceDue: asPaise(order.balancePaise) }),
    ...refundOf(order, refunds),
    products: lines.map((line) => lineOf(line, events)),
    addressId: order.address,
    receiver: receiverOf(order),
    delivery_agent: agent && { name: agent.name, contactNumber: agent.contactNumber },
    ...(isOnItsWay.has(order.status) && { deliveryCode: order.deliveryCode }),
    history: stepsOf(events, null),
  }
}

/** When the rider is on the way or at the door, and not before. */
const isOnItsWay = new Set<OrderStatus>(['On the way', 'Arrived', 'Size Trialing'])

function amountOf(order: OrderRow) {
  return {
    isCouponApplied: order.couponPaise > 0,
    baseAmount: asPaise(order.basePaise),
    discountedAmount: asPaise(order.basePaise - order.couponPaise),
    trialCharges: asPaise(order.trialPaise),
    shippingCharges: asPaise(order.shippingPaise),
    finalAmount: asPaise(order.totalPaise),
  }
}

function refundOf(
  { refundedPaise, paymentMethod, unplacedReason }: OrderRow,
  rows: RefundRow[],
): { refund?: OrderRefund } {
  if (refundedPaise === 0) return {}
  // The amount on the order does not include refunds of surplus payments or in other currencies.
  const counted = rows.filter(
    ({ status, reason, currency }) =>
      status !== 'failed' && currency === 'INR' && !surplusReasons.includes(reason),
  )
  const isPending = counted.some(({ status }) => status === 'pending')
  const parts = counted.map((row) => ({
    amount: asPaise(row.amountPaise),
    status: row.status === 'pending' ? ('pending' as const) : ('processed' as const),
    to: refundDestination(row, paymentMethod),
    startedAt: row.startedAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    reference: row.reference,
  }))
  const status = isPending ? ('pending' as const) : ('processed' as const)
  const reason = unplacedReason ? { reason: unplacedReason } : {}
  return { refund: { amount: asPaise(refundedPaise), status, ...reason, parts } }
}

/** Where a refund goes, by the provider's name of the method or by the order's. */
const destinations: Record<string, RefundDestination> = {
  upi: 'UPI',
  card: 'card',
  netbanking: 'bank',
  wallet: 'wallet',
  UPI: 'UPI',
  'Credit card': 'card',
  'Debit card': 'card',
  'Net banking': 'bank',
}

function refundDestination({ provider, method }: RefundRow, paymentMethod: string) {
  if (provider === 'cash') return 'cash'
  return destinations[method ?? ''] ?? destinations[paymentMethod] ?? 'original'
}

function receiverOf({ receiverName: name, receiverContactNumber: contactNumber }: OrderRow) {
  return name && contactNumber ? { name, contactNumber } : null
}

function lineOf(line: LineWithProduct, events: EventRow[]): OrderLine {
  const { trialSize, soldSize, exchangeSize, returnReason, returnPhotos } = line
  return {
    _id: line.id,
    productId: orderedProduct(line),
    size: line.size,
    trialSize,
    soldSize,
    quantity: line.quantity,
    details: line.details,
    price: asPaise(line.pricePaise),
    mrp: asPaise(line.mrpPaise),
    netAmount: asPaise(line.netPaise),
    purchaseType: line.purchaseType,
    status: line.status,
    exchangeDetails: exchangeSize ? { newProductSize: exchangeSize } : null,
    returnDetails: returnReason ? { returnReason, returnPhotos } : null,
    refusalReason: line.refusalReason,
    ...(isWithdrawn(line, events) && { isWithdrawn: true }),
    history: stepsOf(events, line.id),
    isReviewed: line.isReviewed,
  }
}

/** Whether the customer ended the return or exchange, and not the store. */
function isWithdrawn({ id, status }: LineWithProduct, events: EventRow[]): boolean {
  return (
    endedReturns.has(status) &&
    events.some((event) => event.lineId === id && event.status === status && event.by === 'shopper')
  )
}

const endedReturns = new Set<OrderStatus>(['Return Cancelled', 'Exchange Cancelled'])

/** Order lines show the product as it was ordered, even if the catalogue has changed since. */
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

/** The history of a line, or of the order itself if `lineId` is null. */
function stepsOf(events: EventRow[], lineId: string | null): OrderStep[] {
  return events
    .filter((event) => event.lineId === lineId)
    .map(({ status, at }) => ({ status, at: at.toISOString() }))
}

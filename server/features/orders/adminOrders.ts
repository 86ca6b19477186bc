import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  sql,
} from 'drizzle-orm'

import type { OrderStatus } from '#contract/orders/order.ts'
import { openReturnStatuses } from '#contract/orders/orderTransitions.ts'
import { cleanReference } from '#contract/values/codes.ts'
import { dueOf } from '#server/commerce/orders/amountDue.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  deliveryAgents,
  orderEvents,
  orderLines,
  orders,
  type OrderRow,
} from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { users } from '#server/database/schema/users.ts'
import { readDocuments } from './invoices.ts'

/** Filters for the order list of staff, which covers all customers. */
export type OrderFilter = {
  statuses?: OrderStatus[] | undefined
  /** Ten digits: the phone number of the customer. */
  contactNumber?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  until?: Date | undefined
  isPacked?: boolean | undefined
  limit: number
}

export type OrderSummary = Awaited<ReturnType<typeof listOrders>>[number]

/** A prepaid order is placed when it is paid, which may be on the next day. */
const placedAt = sql<Date>`coalesce(${orders.placedAt}, ${orders.createdAt})`

/** Placed orders, newest first. */
export async function listOrders(db: Database, filter: OrderFilter) {
  const { statuses, contactNumber, from, until, isPacked, limit } = filter
  const rows = await db
    .select({ order: orders, user: users })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        eq(orders.checkoutStatus, 'completed'),
        statuses && inArray(orders.status, statuses),
        contactNumber === undefined ? undefined : eq(users.contactNumber, contactNumber),
        from && gte(placedAt, from),
        until && lt(placedAt, until),
        isPacked === undefined ? undefined : packedCondition(isPacked),
      ),
    )
    .orderBy(desc(placedAt), desc(orders.id))
    .limit(limit)
  return rows.map(({ order, user }) => summaryOf(order, user))
}

const packedCondition = (isPacked: boolean) =>
  isPacked ? isNotNull(orders.packedAt) : isNull(orders.packedAt)

type UserRow = typeof users.$inferSelect

function summaryOf(order: OrderRow, user: UserRow) {
  return {
    orderNumber: order.orderNumber,
    status: order.status,
    purchaseType: order.purchaseType,
    paymentMethod: order.paymentMethod,
    paymentStatus: order.paymentStatus,
    totalPaise: order.totalPaise,
    refundedPaise: order.refundedPaise,
    /** What is still to be paid at the door. */
    duePaise: order.status === 'Cancelled' ? 0 : dueOf(order),
    customer: [user.firstName, user.lastName].filter(Boolean).join(' '),
    contactNumber: user.contactNumber,
    city: order.address.city,
    placedAt: order.placedAt ?? order.createdAt,
    promisedBy: order.promisedBy,
    packedAt: order.packedAt,
    deliveredAt: order.deliveredAt,
    refusedAt: order.refusedAt,
  }
}

export type AdminOrder = Awaited<ReturnType<typeof readAdminOrder>>

/**
 * Everything about one order: items, receiver and address, delivery agent, payments, refunds and
 * history.
 *
 * @throws StoreError 'not_found' if no placed order has this number
 */
export async function readAdminOrder(db: Database, orderNumber: string) {
  const hasNumber = eq(orders.orderNumber, cleanReference(orderNumber))
  const [row] = await db
    .select({ order: orders, user: users, agent: deliveryAgents })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(deliveryAgents, eq(deliveryAgents.id, orders.agentId))
    .where(and(hasNumber, eq(orders.checkoutStatus, 'completed')))
  if (!row) throw orderNotFound()
  const { order, user, agent } = row
  return {
    ...summaryOf(order, user),
    couponName: order.couponName,
    couponPaise: order.couponPaise,
    trialPaise: order.trialPaise,
    shippingPaise: order.shippingPaise,
    warehouseId: order.warehouseId,
    agent: agent && { name: agent.name, contactNumber: agent.contactNumber },
    receiver: {
      name: order.receiverName ?? summaryOf(order, user).customer,
      contactNumber: order.receiverContactNumber ?? user.contactNumber,
    },
    address: addressOf(order),
    items: await readItems(db, order.id),
    payments: await readPayments(db, order.id),
    refunds: await readRefunds(db, order.id),
    documents: await readDocuments(db, order.id),
    history: await readHistory(db, order.id),
  }
}

function addressOf({ address }: OrderRow) {
  const { street, city, state, postalCode, latitude, longitude } = address
  return { street, city, state, postalCode, latitude, longitude }
}

async function readItems(db: Database, orderId: string) {
  const rows = await db
    .select({ line: getTableColumns(orderLines), code: products.code })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  return rows.map(({ line, code }, position) => ({
    item: position + 1,
    code,
    name: line.productName,
    brand: line.brandName,
    size: line.size,
    trialSize: line.trialSize,
    soldSize: line.soldSize,
    exchangeSize: line.exchangeSize,
    quantity: line.quantity,
    details: line.details,
    netPaise: line.netPaise,
    refundedPaise: line.refundedPaise,
    status: line.status,
    returnReason: line.returnReason,
    returnPhotos: line.returnPhotos,
    exchangeReason: line.exchangeReason,
    refusalReason: line.refusalReason,
  }))
}

function readPayments(db: Database, orderId: string) {
  return db
    .select({
      provider: payments.provider,
      kind: payments.kind,
      status: payments.status,
      amountPaise: payments.amountPaise,
      currency: payments.currency,
      providerPaymentId: payments.providerPaymentId,
      capturedAt: payments.capturedAt,
    })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.createdAt), asc(payments.id))
}

function readRefunds(db: Database, orderId: string) {
  return db
    .select({
      id: refunds.id,
      provider: payments.provider,
      reason: refunds.reason,
      amountPaise: refunds.amountPaise,
      currency: payments.currency,
      status: refunds.status,
      providerRefundId: refunds.providerRefundId,
      createdAt: refunds.createdAt,
      settledAt: refunds.settledAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

/**
 * The events of the order and of single items. Item events that repeat an event of the whole order
 * are left out.
 */
async function readHistory(db: Database, orderId: string) {
  const rows = await db
    .select({ event: getTableColumns(orderEvents), position: orderLines.position })
    .from(orderEvents)
    .leftJoin(orderLines, eq(orderLines.id, orderEvents.lineId))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id))
  const orderEventKeys = new Set(
    rows
      .filter(({ event }) => event.lineId === null)
      .map(({ event }) => `${event.status} ${event.at.getTime()}`),
  )
  return rows
    .map(({ event, position }) => ({
      status: event.status,
      item: position === null ? null : position + 1,
      by: event.by,
      at: event.at,
    }))
    .filter(
      ({ status, item, at }) => item === null || !orderEventKeys.has(`${status} ${at.getTime()}`),
    )
}

/** Items with an open return or exchange, oldest request first. */
export async function listReturns(db: Database) {
  const rows = await db
    .select({ order: orders, user: users, line: getTableColumns(orderLines) })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(eq(orders.checkoutStatus, 'completed'), inArray(orderLines.status, openReturnStatuses)),
    )
    .orderBy(asc(orders.movedAt), asc(orders.id), asc(orderLines.position))
  return rows.map(({ order, user, line }) => ({
    orderNumber: order.orderNumber,
    item: line.position + 1,
    status: line.status,
    name: line.productName,
    size: line.size,
    exchangeSize: line.exchangeSize,
    quantity: line.quantity,
    reason: line.returnReason ?? line.exchangeReason,
    photos: line.returnPhotos,
    contactNumber: user.contactNumber,
    address: addressOf(order),
  }))
}

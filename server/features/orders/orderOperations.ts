import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { orderNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import {
  deliveryAgents,
  type LineRow,
  orderLines,
  type OrderRow,
  orders,
  activeStatuses,
} from '#server/database/schema/orders.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { isOpenReturn } from '#contract/orderTransitions.ts'
import { cleanReference } from '#contract/values/codes.ts'
import { cleanPhone, phonePattern } from '#contract/values/phone.ts'
import { keepTrialSize, transitionLine } from './lineTransitions.ts'
import { lockOrder, transitionOrder, collectCashPayment } from './orderTransitions.ts'
import { orderRefusal } from './orderErrors.ts'

/**
 * Operations of staff and couriers, by order number. All of them use the same transitions as the
 * calls of customers (`transitionOrder`, `transitionLine`) and throw the same errors: StoreError
 * 'not_allowed_now' or 'not_found'.
 */
type Operation = (db: Database, orderNumber: string) => Promise<void>

/** Runs in a transaction that has locked the order. */
function withOrder(
  db: Database,
  orderNumber: string,
  operation: (tx: Database, order: OrderRow) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [match] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.orderNumber, cleanReference(orderNumber)))
    if (!match) throw orderNotFound()
    await operation(tx, await lockOrder(tx, match.id))
  })
}

/**
 * Records that the warehouse has packed an order. It stays 'Accepted' and can still be cancelled.
 */
export const packOrder: Operation = (db, orderNumber) =>
  withOrder(db, orderNumber, async (tx, order) => {
    if (order.status !== 'Accepted') throw orderRefusal(order, 'packed')
    if (order.packedAt) {
      throw new StoreError('not_allowed_now', `Order ${order.orderNumber} is already packed`)
    }
    await tx.update(orders).set({ packedAt: clock.now() }).where(eq(orders.id, order.id))
  })

/**
 * Records the handover to a delivery agent. An order that was not recorded as packed is marked as
 * packed now.
 */
export function dispatchOrder(
  db: Database,
  orderNumber: string,
  agent: AgentContact,
): Promise<void> {
  return withOrder(db, orderNumber, async (tx, { id: orderId, packedAt }) => {
    const agentId = await registerAgent(tx, agent)
    await transitionOrder(tx, { orderId, to: 'Shipped', by: 'store', agentId })
    if (!packedAt)
      await tx.update(orders).set({ packedAt: clock.now() }).where(eq(orders.id, orderId))
  })
}

const courierOperation =
  (to: 'On the way' | 'Arrived' | 'Size Trialing' | 'Delivered'): Operation =>
  (db, orderNumber) =>
    withOrder(db, orderNumber, (tx, { id: orderId }) =>
      transitionOrder(tx, { orderId, to, by: 'courier' }),
    )

export const startDelivery = courierOperation('On the way')
/** Only Try & Buy orders have this status; others go directly to 'Delivered'. */
export const arriveAtDoor = courierOperation('Arrived')
export const startTrial = courierOperation('Size Trialing')
/** An unpaid cash order also becomes paid. */
export const deliverOrder = courierOperation('Delivered')

export const cancelByStore: Operation = (db, orderNumber) =>
  withOrder(db, orderNumber, (tx, { id: orderId }) =>
    transitionOrder(tx, { orderId, to: 'Cancelled', by: 'store' }),
  )

export const refuseOrderAtDoor: Operation = (db, orderNumber) =>
  withOrder(db, orderNumber, (tx, { id }) => refuseAtDoor(tx, id))

/** Records that cash was collected before the order is marked as delivered. */
export const collectCash: Operation = (db, orderNumber) =>
  withOrder(db, orderNumber, async (tx, order) => {
    const { paymentMethod, paymentStatus, status } = order
    if (paymentMethod !== 'Cash on delivery') {
      throw notAllowed(`Order ${order.orderNumber} was paid online`)
    }
    if (paymentStatus === 'paid') throw notAllowed(`Order ${order.orderNumber} is already paid`)
    if (status !== 'On the way') throw orderRefusal(order, 'marked as paid')
    await collectCashPayment(tx, order.id)
  })

const notAllowed = (sentence: string) => new StoreError('not_allowed_now', sentence)

/** An item by its position in the order, from 1, and the size that the customer keeps. */
export type KeptItem = { item: number; size?: string | undefined }

/**
 * Completes a trial: items that are not listed are returned and refunded. Without a size, the
 * customer keeps the ordered one.
 */
export function settleTrial(
  db: Database,
  orderNumber: string,
  keptItems: KeptItem[],
): Promise<void> {
  return withOrder(db, orderNumber, async (tx, order) => {
    if (order.purchaseType !== 'Try and Buy') {
      throw notAllowed(`Order ${order.orderNumber} has no trial`)
    }
    if (order.status !== 'Size Trialing') throw orderRefusal(order, 'settled')
    const lines = await readLines(tx, order.id)
    for (const { item } of keptItems) requireLine(lines, item, order)
    for (const [position, line] of lines.entries()) {
      const keptItem = keptItems.find(({ item }) => item === position + 1)
      if (line.status === 'Cancelled') {
        if (keptItem) throw notAllowed(`Item ${keptItem.item} has already been returned`)
        continue
      }
      const size = keptItem ? (keptItem.size ?? line.size) : null
      await keepTrialSize(tx, { orderId: order.id, lineId: line.id, size })
    }
  })
}

/** The next status of an item in a return or exchange. */
export type ReturnStep =
  | 'Return Accepted'
  | 'Return Cancelled'
  | 'Returned'
  | 'Exchange Accepted'
  | 'Exchange Cancelled'
  | 'Exchanged'

type ReturnTransition = {
  orderNumber: string
  to: ReturnStep
  item?: number | undefined
  /** Why the store refuses the return or exchange; the customer reads it. */
  refusalReason?: string | undefined
}

/** Without `item`, the order must have exactly one item in this return or exchange. */
export function transitionReturn(
  db: Database,
  { orderNumber, to, item, refusalReason }: ReturnTransition,
): Promise<void> {
  return withOrder(db, orderNumber, async (tx, order) => {
    const lines = await readLines(tx, order.id)
    const line =
      item === undefined ? requireSingleOpenLine(lines, to, order) : requireLine(lines, item, order)
    const changes = refusalReason ? { refusalReason } : {}
    await transitionLine(tx, { orderId: order.id, lineId: line.id, to, by: 'store', changes })
  })
}

const kindOf = (status: string) => (status.startsWith('Return') ? 'return' : 'exchange')

function requireSingleOpenLine(
  lines: LineRow[],
  to: ReturnStep,
  { orderNumber }: OrderRow,
): LineRow {
  const kind = kindOf(to)
  const open = lines.filter(({ status }) => isOpenReturn(status) && kindOf(status) === kind)
  if (open.length > 1) {
    throw notAllowed(
      `Order ${orderNumber} has more than one open ${kind}. Please give the item number.`,
    )
  }
  if (!open[0]) throw notAllowed(`Order ${orderNumber} has no open ${kind}`)
  return open[0]
}

function requireLine(lines: LineRow[], item: number, { orderNumber }: OrderRow): LineRow {
  const line = lines[item - 1]
  if (line) return line
  const count = lines.length === 1 ? 'one item' : `${lines.length} items`
  throw new StoreError('not_found', `Order ${orderNumber} has ${count}, and no item ${item}`)
}

const readLines = (tx: Database, orderId: string): Promise<LineRow[]> =>
  tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))

/**
 * Cancels an order that was refused at the door, returns its items to stock and refunds what was
 * paid. Refused cash orders count against their customer and address
 * (`commerce/cashOnDelivery.ts`).
 *
 * @throws StoreError 'not_allowed_now' if the order is not with the courier
 */
export function refuseAtDoor(db: Database, orderId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await transitionOrder(tx, { orderId, to: 'Cancelled', by: 'courier', isRefusedAtDoor: true })
    await tx.update(orders).set({ refusedAt: clock.now() }).where(eq(orders.id, orderId))
  })
}

type AgentContact = { name: string; contactNumber: string }

/**
 * Registers a delivery agent by phone number, or updates the name of an existing one. Customers see
 * the name and can call the number while their order is on the way.
 *
 * @throws StoreError 'invalid' if the number is not an Indian mobile number
 */
async function registerAgent(tx: Database, { name, contactNumber }: AgentContact): Promise<string> {
  const digits = cleanPhone(contactNumber)
  if (!phonePattern.test(digits)) {
    throw new StoreError('invalid', 'Enter the agent’s 10-digit phone number')
  }
  const hasNumber = eq(deliveryAgents.contactNumber, digits)
  const [existing] = await tx
    .update(deliveryAgents)
    .set({ name, isActive: true })
    .where(hasNumber)
    .returning({ id: deliveryAgents.id })
  if (existing) return existing.id
  const [added] = await tx
    .insert(deliveryAgents)
    .values({ name, contactNumber: digits })
    .returning({ id: deliveryAgents.id })
  return added?.id ?? ''
}

/** All active delivery agents, with the number of orders they are delivering now. */
export function listAgents(db: Database) {
  const activeOrderCount = sql<number>`(${db
    .select({ count: sql`count(*)::int` })
    .from(orders)
    .where(and(eq(orders.agentId, deliveryAgents.id), inArray(orders.status, activeStatuses)))})`
  return db
    .select({
      name: deliveryAgents.name,
      contactNumber: deliveryAgents.contactNumber,
      ordersNow: activeOrderCount,
    })
    .from(deliveryAgents)
    .where(eq(deliveryAgents.isActive, true))
    .orderBy(asc(deliveryAgents.name), asc(deliveryAgents.id))
}

import { asc, eq, sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { orderLines, orders, type LineRow, type OrderRow } from '#server/database/schema/orders.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { type AgentContact, registerAgent } from './deliveryAgents.ts'
import { keepTrialSize, transitionLine } from './lineTransitions.ts'
import { lockOrder, transitionOrder, collectCashPayment } from './orderTransitions.ts'
import { orderNotFound, refuseOrder } from './orderErrors.ts'

/**
 * What staff and couriers do with an order, by the number that stands on its parcel. All of it goes
 * through the transitions that customers' calls use (`moveOrder`, `moveLine`), and refuses what
 * they refuse: with StoreError 'not_allowed_now', or 'not_found'.
 */
type Operation = (db: Database, orderNumber: string) => Promise<void>

/** Runs in a transaction that holds the order. */
function withOrder(
  db: Database,
  orderNumber: string,
  work: (tx: Database, order: OrderRow) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [found] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.orderNumber, orderNumber.trim().toUpperCase()))
    if (!found) throw orderNotFound()
    await work(tx, await lockOrder(tx, found.id))
  })
}

/** Notes that the warehouse has packed an order. It stays 'Accepted', and can still be cancelled. */
export const packOrder: Operation = (db, orderNumber) =>
  withOrder(db, orderNumber, async (tx, order) => {
    if (order.status !== 'Accepted') throw refuseOrder(order, 'packed')
    if (order.packedAt) {
      throw new StoreError('not_allowed_now', `Order ${order.orderNumber} is packed already`)
    }
    await tx.update(orders).set({ packedAt: clock.now() }).where(eq(orders.id, order.id))
  })

/** Hands an order to a delivery agent. One that nobody noted as packed is packed by then. */
export function sendOrder(db: Database, orderNumber: string, agent: AgentContact): Promise<void> {
  return withOrder(db, orderNumber, async (tx, { id: orderId, packedAt }) => {
    const agentId = await registerAgent(tx, agent)
    await transitionOrder(tx, { orderId, to: 'Shipped', by: 'store', agentId })
    if (!packedAt)
      await tx.update(orders).set({ packedAt: clock.now() }).where(eq(orders.id, orderId))
  })
}

const courierMove =
  (to: 'On the way' | 'Arrived' | 'Size Trialing' | 'Delivered'): Operation =>
  (db, orderNumber) =>
    withOrder(db, orderNumber, (tx, { id: orderId }) =>
      transitionOrder(tx, { orderId, to, by: 'courier' }),
    )

export const startDelivery = courierMove('On the way')
/** Only orders with a trial wait at the door; others are delivered there. */
export const arriveAtDoor = courierMove('Arrived')
export const startTrial = courierMove('Size Trialing')
/** Cash that is still to be paid counts as collected with it. */
export const deliverOrder = courierMove('Delivered')

export const cancelByStore: Operation = (db, orderNumber) =>
  withOrder(db, orderNumber, (tx, { id: orderId }) =>
    transitionOrder(tx, { orderId, to: 'Cancelled', by: 'store' }),
  )

export const refuseOrderAtDoor: Operation = (db, orderNumber) =>
  withOrder(db, orderNumber, (tx, { id }) => refuseAtDoor(tx, id))

/** Notes that cash was paid for an order before it counts as delivered. */
export const collectCash: Operation = (db, orderNumber) =>
  withOrder(db, orderNumber, async (tx, order) => {
    const { paymentMethod, paymentStatus, status } = order
    if (paymentMethod !== 'Cash on delivery') {
      throw refusal(`Order ${order.orderNumber} was paid online`)
    }
    if (paymentStatus === 'paid') throw refusal(`Order ${order.orderNumber} is paid already`)
    if (status !== 'On the way') throw refuseOrder(order, 'paid in cash')
    await collectCashPayment(tx, order.id)
    await tx
      .update(orders)
      .set({ version: sql`${orders.version} + 1` })
      .where(eq(orders.id, order.id))
  })

const refusal = (sentence: string) => new StoreError('not_allowed_now', sentence)

/** An item by its place in the order, from 1, and the size that is kept of it. */
export type KeptItem = { item: number; size?: string | undefined }

/**
 * Ends a trial at the door: every item that is not named goes back, and what was paid for it is
 * refunded. Where no size is given, the one that was ordered is kept.
 */
export function settleTrial(db: Database, orderNumber: string, kept: KeptItem[]): Promise<void> {
  return withOrder(db, orderNumber, async (tx, order) => {
    if (order.purchaseType !== 'Try and Buy') {
      throw refusal(`Order ${order.orderNumber} has no trial`)
    }
    if (order.status !== 'Size Trialing') throw refuseOrder(order, 'settled')
    const lines = await readLines(tx, order.id)
    for (const { item } of kept) lineAt(lines, item, order)
    for (const [position, line] of lines.entries()) {
      const named = kept.find(({ item }) => item === position + 1)
      if (line.status === 'Cancelled') {
        if (named) throw refusal(`Item ${named.item} has gone back already`)
        continue
      }
      const size = named ? (named.size ?? line.size) : null
      await keepTrialSize(tx, { orderId: order.id, lineId: line.id, size })
    }
  })
}

/** The next step of one item that is being returned or exchanged. */
export type ReturnStep =
  | 'Return Accepted'
  | 'Return Cancelled'
  | 'Returned'
  | 'Exchange Accepted'
  | 'Exchange Cancelled'
  | 'Exchanged'

type ItemMove = { orderNumber: string; to: ReturnStep; item?: number | undefined }

/** Without `item`, the one item that is being returned or exchanged is meant. */
export function moveReturn(db: Database, { orderNumber, to, item }: ItemMove): Promise<void> {
  return withOrder(db, orderNumber, async (tx, order) => {
    const lines = await readLines(tx, order.id)
    const line = item === undefined ? onlyOpen(lines, to, order) : lineAt(lines, item, order)
    await transitionLine(tx, { orderId: order.id, lineId: line.id, to, by: 'store' })
  })
}

const kindOf = (status: string) => (status.startsWith('Return') ? 'return' : 'exchange')
const isOpen = (status: string) => /^(Return|Exchange) (Requested|Accepted)$/.test(status)

function onlyOpen(lines: LineRow[], to: ReturnStep, { orderNumber }: OrderRow): LineRow {
  const what = kindOf(to)
  const open = lines.filter(({ status }) => isOpen(status) && kindOf(status) === what)
  if (open.length > 1) {
    throw refusal(`Order ${orderNumber} has more than one ${what}: please name the item`)
  }
  if (!open[0]) throw refusal(`Order ${orderNumber} has no ${what} under way`)
  return open[0]
}

function lineAt(lines: LineRow[], item: number, { orderNumber }: OrderRow): LineRow {
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
 * Ends an order that nobody took at the door: it is cancelled, its items are in stock again, and what
 * was paid is refunded. Orders to be paid in cash count against their customer and their address
 * (`platform/cashRefusal.ts`).
 *
 * @throws StoreError 'not_allowed_now' if it is not with the courier
 */
export function refuseAtDoor(db: Database, orderId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await transitionOrder(tx, { orderId, to: 'Cancelled', by: 'courier', isRefusedAtDoor: true })
    await tx.update(orders).set({ refusedAt: clock.now() }).where(eq(orders.id, orderId))
  })
}

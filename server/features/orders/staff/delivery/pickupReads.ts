import { and, asc, desc, eq, exists, inArray, isNull, or, type SQL } from 'drizzle-orm'

import { openReturnStatuses } from '#contract/orders/orderTransitions.ts'
import {
  isToFetch,
  type Pickup,
  type ReturnKind,
  type ReturnRow,
  type StaffReturn,
  type CollectedItem,
} from '#contract/staff/pickups.ts'
import type { Database } from '#server/database/client/connect.ts'
import { doorPhotos, pickups } from '#server/database/schema/deliveries.ts'
import {
  deliveryAgents,
  type LineRow,
  orderEvents,
  orderLines,
  orderNotes,
  orders,
} from '#server/database/schema/orders.ts'
import { users } from '#server/database/schema/users.ts'
import type { StaffActor } from '#server/platform/http/staffSessions.ts'
import { isVisibleTo, readBoardOrders } from '#server/features/orders/staff/board.ts'
import { deliveryAddressOf } from './deliveryAddress.ts'
import { doorPhotoPath } from './doorPhotos.ts'

export type PickupRow = typeof pickups.$inferSelect
export type ReturnedLine = { line: LineRow; pickup: PickupRow | null; agentName: string | null }

const kindOf = ({ exchangeSize }: LineRow): ReturnKind => (exchangeSize ? 'exchange' : 'return')

/** The check of an item at the door; null until then. */
const checkOf = (pickup: PickupRow | null, photos: string[]): StaffReturn['check'] =>
  pickup?.outcome && pickup.finding && pickup.checkedAt
    ? {
        ...{ outcome: pickup.outcome, finding: pickup.finding, note: pickup.note, photos },
        ...{ by: pickup.checkedBy ?? '', at: pickup.checkedAt.toISOString() },
      }
    : null

const returnedItem = (line: LineRow) => ({
  item: line.position + 1,
  kind: kindOf(line),
  status: line.status,
  name: line.productName,
  size: line.size,
  quantity: line.quantity,
  newSize: line.exchangeSize,
  reason: line.returnReason ?? (line.exchangeReason || null),
  customerPhotos: line.returnPhotos,
})

/** Whether a rider is still to fetch the item. */
export const isOpen = ({ line, pickup }: ReturnedLine): boolean =>
  isToFetch({ status: line.status, check: checkOf(pickup, []) })

/** The items of orders that were asked to be returned or exchanged, in the order of their positions. */
export const readReturnedLines = (
  db: Database,
  condition: SQL | undefined,
): Promise<ReturnedLine[]> =>
  db
    .select({ line: orderLines, pickup: pickups, agentName: deliveryAgents.name })
    .from(orderLines)
    .leftJoin(pickups, eq(pickups.lineId, orderLines.id))
    .leftJoin(deliveryAgents, eq(deliveryAgents.id, pickups.agentId))
    .where(condition)
    .orderBy(asc(orderLines.position))

/** The returns and exchanges of orders, as their pages show them. */
export async function readReturns(
  db: Database,
  orderIds: string[],
): Promise<Map<string, StaffReturn[]>> {
  const ofOrders = inArray(orderLines.orderId, orderIds)
  const lines = (await readReturnedLines(db, ofOrders)).filter(({ line }) =>
    /^(Return|Exchange)/.test(line.status),
  )
  const photos = await db
    .select({ id: doorPhotos.id, lineId: doorPhotos.lineId })
    .from(doorPhotos)
    .where(and(inArray(doorPhotos.orderId, orderIds), eq(doorPhotos.shows, 'pickup')))
    .orderBy(asc(doorPhotos.createdAt))
  const byOrder = new Map<string, StaffReturn[]>()
  for (const { line, pickup, agentName } of lines) {
    const own = photos.filter(({ lineId }) => lineId === line.id)
    const shown = {
      ...returnedItem(line),
      rider: pickup && { id: pickup.agentId, name: agentName ?? '' },
      attempts: pickup?.attempts ?? 0,
      failedReason: pickup?.failedReason ?? null,
      check: checkOf(
        pickup,
        own.map(({ id }) => doorPhotoPath(id)),
      ),
      refusalReason: line.refusalReason,
    }
    byOrder.set(line.orderId, [...(byOrder.get(line.orderId) ?? []), shown])
  }
  return byOrder
}

/** Orders with items to fetch or to receive, the oldest request first. */
export async function readOpenReturns(
  db: Database,
  actor: Pick<StaffActor, 'warehouseIds'>,
): Promise<ReturnRow[]> {
  const hasOpen = db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orders.id), inArray(orderLines.status, openReturnStatuses)))
  const open = await db
    .select({ id: orders.id, number: orders.orderNumber, requestedAt: orders.movedAt })
    .from(orders)
    .where(and(isVisibleTo(actor), exists(hasOpen)))
    .orderBy(asc(orders.movedAt), asc(orders.id))
  const ids = open.map(({ id }) => id)
  const rows = await readBoardOrders(db, actor, ids)
  const requested = await readRequestTimes(db, ids)
  const returns = await readReturns(db, ids)
  return open.flatMap(({ id, number, requestedAt }) => {
    const row = rows.find((order) => order.number === number)
    if (!row) return []
    const { customer, area, warehouse } = row
    const at = (requested.get(id) ?? requestedAt).toISOString()
    return {
      ...{ number, customer, area, warehouse },
      requestedAt: at,
      items: returns.get(id) ?? [],
    }
  })
}

/** When the customer asked first. */
async function readRequestTimes(db: Database, orderIds: string[]): Promise<Map<string, Date>> {
  const requests = await db
    .select({ orderId: orderEvents.orderId, at: orderEvents.at })
    .from(orderEvents)
    .where(
      and(
        inArray(orderEvents.orderId, orderIds),
        inArray(orderEvents.status, ['Return Requested', 'Exchange Requested']),
      ),
    )
    .orderBy(desc(orderEvents.at))
  return new Map(requests.map(({ orderId, at }) => [orderId, at]))
}

const ofRider = (db: Database, staffId: string) =>
  inArray(
    pickups.agentId,
    db
      .select({ id: deliveryAgents.id })
      .from(deliveryAgents)
      .where(eq(deliveryAgents.staffId, staffId)),
  )

/** What is with a rider: items to fetch, and items to bring to the warehouse. */
export const readOwnLines = (db: Database, staffId: string): Promise<ReturnedLine[]> =>
  readReturnedLines(
    db,
    and(
      ofRider(db, staffId),
      inArray(orderLines.status, openReturnStatuses),
      or(isNull(pickups.outcome), eq(pickups.outcome, 'taken')),
    ),
  )

type OwnPickups = { pickups: Pickup[]; taken: CollectedItem[] }

/** The pick-ups of a rider, with addresses only of what is still to be fetched. */
export async function readOwnPickups(db: Database, actor: StaffActor): Promise<OwnPickups> {
  const own = await readOwnLines(db, actor.id)
  const orderIds = [...new Set(own.map(({ line }) => line.orderId))]
  const ownOrders = await db
    .select({ order: orders, user: users })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, orderIds))
  const rows = await readBoardOrders(db, { warehouseIds: [] }, orderIds)
  const requested = await readRequestTimes(db, orderIds)
  const notes = await db
    .select()
    .from(orderNotes)
    .where(inArray(orderNotes.orderId, orderIds))
    .orderBy(desc(orderNotes.at))
  const result: OwnPickups = { pickups: [], taken: [] }
  for (const { order, user } of ownOrders) {
    const row = rows.find(({ number }) => number === order.orderNumber)
    const lines = own.filter(({ line }) => line.orderId === order.id)
    if (!row) continue
    result.taken.push(...lines.filter(isCollected).map((line) => collectedItem(line, row)))
    const toFetch = lines.filter(isOpen)
    if (toFetch.length === 0) continue
    result.pickups.push({
      ...{ number: row.number, area: row.area, warehouse: row.warehouse },
      requestedAt: (requested.get(order.id) ?? order.movedAt).toISOString(),
      receiver: {
        name: order.receiverName ?? row.customer,
        contactNumber: order.receiverContactNumber ?? user.contactNumber ?? '',
      },
      address: deliveryAddressOf(order),
      attempts: Math.max(...toFetch.map(({ pickup }) => pickup?.attempts ?? 0)),
      failedReason:
        toFetch.find(({ pickup }) => pickup?.failedReason)?.pickup?.failedReason ?? null,
      notes: notes
        .filter(({ orderId }) => orderId === order.id)
        .map(({ text, by, at }) => ({ text, by, at: at.toISOString() })),
      items: toFetch.map(({ line }) => ({
        ...returnedItem(line),
        ...{ brand: line.brandName, photo: line.photos[0] ?? null },
      })),
    })
  }
  result.pickups.sort((a, b) => a.requestedAt.localeCompare(b.requestedAt))
  return result
}

const isCollected = ({ pickup }: ReturnedLine) => pickup?.outcome === 'taken'

type RowOfOrder = { number: string; warehouse: { name: string } }

const collectedItem = (
  { line }: ReturnedLine,
  { number, warehouse }: RowOfOrder,
): CollectedItem => ({
  ...{ number, item: line.position + 1, name: line.productName },
  ...{ size: line.size, quantity: line.quantity, warehouse: warehouse.name },
})

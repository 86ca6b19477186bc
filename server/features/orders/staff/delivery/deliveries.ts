import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'

import type { Delivery, RiderShift } from '#contract/staff/riders.ts'
import { movesFor } from '#contract/staff/orderMoves.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  activeStatuses,
  deliveryAgents,
  orderLines,
  orderNotes,
  type OrderRow,
  orders,
} from '#server/database/schema/orders.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import { staff } from '#server/database/schema/staff.ts'
import { users } from '#server/database/schema/users.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import type { StaffActor } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { readBoardOrders } from '#server/features/orders/staff/board.ts'
import { deliveryAddressOf } from './deliveryAddress.ts'
import { isOpen, readOwnLines, readOwnPickups } from './pickupReads.ts'

/** The rider's shift, the open orders that they carry, the one with the earliest promise first, and their pick-ups. */
export async function readShift(
  db: Database,
  actor: StaffActor,
  hasMap: boolean,
): Promise<RiderShift> {
  const [person] = await db
    .select({ onShiftSince: staff.onShiftSince })
    .from(staff)
    .where(eq(staff.id, actor.id))
  return {
    onShiftSince: person?.onShiftSince?.toISOString() ?? null,
    deliveries: await readDeliveries(db, actor),
    ...(await readOwnPickups(db, actor)),
    from: await readStart(db, actor),
    hasMap,
    at: clock.now().toISOString(),
  }
}

/** The place of the rider's warehouse; of several, the first one. */
async function readStart(db: Database, { warehouseIds }: StaffActor): Promise<RiderShift['from']> {
  const [warehouse] = await db
    .select({ latitude: warehouses.latitude, longitude: warehouses.longitude })
    .from(warehouses)
    .where(inArray(warehouses.id, warehouseIds))
    .orderBy(asc(warehouses.id))
    .limit(1)
  return warehouse ?? null
}

const carriedBy = ({ id }: StaffActor) =>
  and(
    eq(deliveryAgents.staffId, id),
    eq(orders.checkoutStatus, 'completed'),
    inArray(orders.status, activeStatuses),
  )

async function readDeliveries(db: Database, actor: StaffActor): Promise<Delivery[]> {
  const carried = await db
    .select({ order: orders, contactNumber: users.contactNumber })
    .from(orders)
    .innerJoin(deliveryAgents, eq(deliveryAgents.id, orders.agentId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(carriedBy(actor))
    .orderBy(asc(orders.promisedBy), asc(orders.createdAt), asc(orders.id))
  const ids = carried.map(({ order }) => order.id)
  const rows = await readBoardOrders(db, actor, ids)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  const notes = await db
    .select()
    .from(orderNotes)
    .where(inArray(orderNotes.orderId, ids))
    .orderBy(desc(orderNotes.at))
  const of =
    ({ id }: OrderRow) =>
    (part: { orderId: string }) =>
      part.orderId === id
  return carried.flatMap(({ order, contactNumber }) => {
    const row = rows.find(({ number }) => number === order.orderNumber)
    if (!row) return []
    return {
      ...row,
      items: itemsOf(lines.filter(of(order))),
      receiver: {
        name: order.receiverName ?? row.customer,
        contactNumber: order.receiverContactNumber ?? contactNumber ?? '',
      },
      address: deliveryAddressOf(order),
      notes: notes
        .filter(of(order))
        .map(({ text, by, at }) => ({ text, by, at: at.toISOString() })),
      moves: movesFor(actor.role, row),
      refundedPaise: order.refundedPaise,
      proof: order.deliveryProof,
    }
  })
}

type Lines = (typeof orderLines.$inferSelect)[]

/** What the customer still wants of an order. */
const itemsOf = (lines: Lines): Delivery['items'] =>
  lines
    .map((line, position) => ({ ...line, item: position + 1 }))
    .filter(({ status }) => status !== 'Cancelled')
    .map(({ item, productName, brandName, photos, ...line }) => ({
      ...{ item, name: productName, brand: brandName, photo: photos[0] ?? null },
      ...{ size: line.size, trialSize: line.trialSize, quantity: line.quantity },
      ...{ netPaise: line.netPaise, refundedPaise: line.refundedPaise },
    }))

/** @throws StoreError 'not_allowed_now' if the shift has begun */
export async function startShift({ db, actor, record }: StaffContext): Promise<void> {
  const started = await db
    .update(staff)
    .set({ onShiftSince: clock.now() })
    .where(and(eq(staff.id, actor.id), isNull(staff.onShiftSince)))
    .returning({ id: staff.id })
  if (started.length === 0) throw notAllowed('Your shift has already begun')
  await record(shiftChange(actor, 'began a shift'))
}

/**
 * Ends the shift of a rider who carries no order and has no pick-up.
 *
 * @throws StoreError 'not_allowed_now'
 */
export async function endShift({ db, actor, record }: StaffContext): Promise<void> {
  const [person] = await db.select().from(staff).where(eq(staff.id, actor.id)).for('update')
  if (!person?.onShiftSince) throw notAllowed('Your shift has already ended')
  const [open] = await db
    .select({ number: orders.orderNumber })
    .from(orders)
    .innerJoin(deliveryAgents, eq(deliveryAgents.id, orders.agentId))
    .where(carriedBy(actor))
    .orderBy(asc(orders.promisedBy))
    .limit(1)
  if (open) {
    throw notAllowed(
      `You still have ${open.number}. Deliver it, or ask your manager to give it to another rider.`,
    )
  }
  await requireNoPickups(db, actor)
  await db.update(staff).set({ onShiftSince: null }).where(eq(staff.id, actor.id))
  await record({
    ...shiftChange(actor, 'ended a shift'),
    before: { since: person.onShiftSince.toISOString() },
  })
}

async function requireNoPickups(db: Database, { id }: StaffActor) {
  const own = await readOwnLines(db, id)
  const [line] = own.filter(isOpen).concat(own)
  if (!line) return
  const [order] = await db
    .select({ number: orders.orderNumber })
    .from(orders)
    .where(eq(orders.id, line.line.orderId))
  throw notAllowed(
    isOpen(line)
      ? `You still have the pick-up of ${order?.number}. Check it, or ask your manager to give it to another rider.`
      : `You still have items of ${order?.number}. Bring them to your warehouse, which receives them.`,
  )
}

const shiftChange = ({ id, name }: StaffActor, action: string) =>
  ({ subject: 'staff', subjectId: id, name, action, before: {}, after: {} }) as const

const notAllowed = (sentence: string) => new StoreError('not_allowed_now', sentence)

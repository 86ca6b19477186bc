import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'

import { isActive } from '#contract/orders/order.ts'
import { addressCorrected } from '#contract/staff/addressChange.ts'
import type { StaffInvoice, StaffOrder, TimelineEntry } from '#contract/staff/board.ts'
import { itemChangeDone } from '#contract/staff/itemChanges.ts'
import { moveDone, movesFor } from '#contract/staff/orderMoves.ts'
import { pickupDone } from '#contract/staff/pickups.ts'
import { callingRoles, type StaffRole } from '#contract/staff/roles.ts'
import { cleanReference } from '#contract/values/codes.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import { readRefundable } from '#server/commerce/orders/refunds.ts'
import { orderStockItems } from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  orderEvents,
  orderLines,
  orderNotes,
  type OrderRow,
  orders,
} from '#server/database/schema/orders.ts'
import { staff, staffHistory } from '#server/database/schema/staff.ts'
import { productSizes } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { paiseText } from './paiseText.ts'
import { type AdminOrder, readAdminOrder } from '#server/features/orders/adminOrders.ts'
import { readDocuments } from '#server/features/orders/invoices.ts'
import type { StaffActor } from '#server/platform/http/staffSessions.ts'
import { readBoardOrders } from './board.ts'
import { countCorrections } from './correctAddress.ts'
import { readDeliveryPhotos } from './delivery/doorPhotos.ts'
import { effectOf } from './moveEffects.ts'
import { requireVisible } from './moveOrder.ts'
import { readReturns } from './delivery/pickupReads.ts'

/**
 * The order page of a person of the staff, with the moves that they may make now.
 *
 * @throws StoreError 'not_found' also for an order of another warehouse
 */
export async function readStaffOrder(
  db: Database,
  actor: StaffActor,
  number: string,
): Promise<StaffOrder> {
  const [order] = await db
    .select()
    .from(orders)
    .where(
      and(eq(orders.orderNumber, cleanReference(number)), eq(orders.checkoutStatus, 'completed')),
    )
  if (!order) throw orderNotFound()
  await requireVisible(db, actor, order)
  const [row] = await readBoardOrders(db, actor, [order.id])
  if (!row) throw orderNotFound()
  const details = await readAdminOrder(db, number)
  const phone = (contactNumber: string | null) =>
    contactNumber && phoneFor(actor.role, contactNumber)
  const refundablePaise = await readRefundable(db, order.id)
  const lines = await readLines(db, order, details.items)
  const isTrial = order.purchaseType === 'Try and Buy'
  const moved = {
    ...{ duePaise: row.duePaise, paidPaise: refundablePaise, isTrial },
    ...{ reserved: countReserved(order, lines), warehouse: row.warehouse.name },
  }
  const where = actor.role === 'rider' && !isActive(order.status) ? afterDelivery(details) : details
  const { label, house } = order.address
  const { latitude, longitude, street, ...town } = where.address
  return {
    ...row,
    lines,
    person: {
      name: row.customer,
      contactNumber: phone(where.contactNumber),
      ...(await readPast(db, order)),
    },
    receiver:
      where.receiver.contactNumber === null
        ? null
        : { name: where.receiver.name, contactNumber: phone(where.receiver.contactNumber) ?? '' },
    address: {
      ...{ label, street, ...town },
      house: street === '' ? '' : house,
      latitude: Number(latitude) || null,
      longitude: Number(longitude) || null,
      corrections: await countCorrections(db, order.id),
    },
    amounts: {
      itemsPaise: order.basePaise,
      couponPaise: order.couponPaise,
      couponName: order.couponName,
      trialPaise: order.trialPaise,
      shippingPaise: order.shippingPaise,
      totalPaise: order.totalPaise,
      refundedPaise: order.refundedPaise,
      refundablePaise,
    },
    payments: details.payments.map((payment) => ({
      ...{ provider: payment.provider, kind: payment.kind, status: payment.status },
      amountPaise: payment.amountPaise,
      reference: payment.providerPaymentId,
      at: payment.capturedAt?.toISOString() ?? null,
    })),
    refunds: details.refunds.map((refund) => ({
      ...{ reason: refund.reason, amountPaise: refund.amountPaise, status: refund.status },
      reference: refund.providerRefundId,
      at: refund.createdAt.toISOString(),
    })),
    documents: details.documents.map(({ kind, number: of }) => ({ kind, number: of })),
    proof: {
      kind: order.deliveryProof,
      photos: actor.role === 'rider' ? [] : await readDeliveryPhotos(db, order),
    },
    returns: (await readReturns(db, [order.id])).get(order.id) ?? [],
    timeline: await readTimeline(db, order.id, actor.role),
    moves: movesFor(actor.role, row).map((move) => effectOf(move, moved)),
  }
}

/**
 * The invoice and the credit notes of an order, the oldest first.
 *
 * @throws StoreError 'not_found'
 */
export async function readStaffInvoices(
  db: Database,
  actor: StaffActor,
  number: string,
): Promise<StaffInvoice[]> {
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.orderNumber, cleanReference(number)))
  if (!order) throw orderNotFound()
  await requireVisible(db, actor, order)
  return readDocuments(db, order.id)
}

/** Riders see whom and where they deliver to only while they carry the order. */
function afterDelivery({ address: { city, state, postalCode }, receiver }: AdminOrder) {
  const address = { street: '', city, state, postalCode, latitude: '', longitude: '' }
  return { contactNumber: null, receiver: { ...receiver, contactNumber: null }, address }
}

/** A trial reserves both sizes of an item. */
const countReserved = (order: OrderRow, lines: StaffOrder['lines']) =>
  orderStockItems(
    order,
    lines.filter(({ status }) => status !== 'Cancelled'),
  ).reduce((total, { quantity }) => total + quantity, 0)

/** Masked for roles that do not call: '98••••••12'. */
export const phoneFor = (role: StaffRole, contactNumber: string): string =>
  (callingRoles as readonly StaffRole[]).includes(role)
    ? contactNumber
    : contactNumber.replace(/^(\d{2})\d*(\d{2})$/, '$1••••••$2')

async function readPast(db: Database, { id, userId }: OrderRow) {
  const isOther = and(
    eq(orders.userId, userId),
    eq(orders.checkoutStatus, 'completed'),
    ne(orders.id, id),
  )
  return {
    earlierOrders: await db.$count(orders, isOther),
    refusedDeliveries: await db.$count(orders, and(isOther, isNotNull(orders.refusedAt))),
  }
}

async function readLines(
  db: Database,
  order: OrderRow,
  items: { code: string }[],
): Promise<StaffOrder['lines']> {
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const ids = lines.map(({ productId }) => productId)
  const stocked = await db
    .select({ level: stockLevels })
    .from(stockLevels)
    .innerJoin(
      productSizes,
      and(
        eq(productSizes.productId, stockLevels.productId),
        eq(productSizes.size, stockLevels.size),
      ),
    )
    .where(and(inArray(stockLevels.productId, ids), eq(stockLevels.warehouseId, order.warehouseId)))
    .orderBy(asc(productSizes.position))
  return lines.map((line, position) => {
    const ofProduct = stocked
      .map(({ level }) => level)
      .filter(({ productId }) => productId === line.productId)
    return {
      item: position + 1,
      productId: line.productId,
      code: items[position]?.code ?? '',
      name: line.productName,
      brand: line.brandName,
      photo: line.photos[0] ?? null,
      ...{ size: line.size, trialSize: line.trialSize, soldSize: line.soldSize },
      ...{ quantity: line.quantity, details: line.details, pricePaise: line.pricePaise },
      ...{ netPaise: line.netPaise, refundedPaise: line.refundedPaise, status: line.status },
      inStock: ofProduct.find(({ size }) => size === line.size)?.onHand ?? 0,
      otherSizes: ofProduct
        .filter(({ size }) => size !== line.size && size !== line.trialSize)
        .filter(({ onHand }) => onHand >= line.quantity)
        .map(({ size, onHand }) => ({ size, onHand })),
    }
  })
}

/** Moves that the events of an order do not tell: they change no status of the customer's, or take one back. */
const ownMoves = [
  'startPacking',
  'markReady',
  'unpack',
  'collectCash',
  'noteAttempt',
  'deliverAgain',
  'reassign',
] as const

/** Newest first. */
async function readTimeline(
  db: Database,
  orderId: string,
  reader: StaffRole,
): Promise<TimelineEntry[]> {
  const events = await db
    .select({ event: orderEvents, name: staff.name, role: staff.role })
    .from(orderEvents)
    .leftJoin(staff, eq(staff.id, orderEvents.staffId))
    .where(and(eq(orderEvents.orderId, orderId), sql`${orderEvents.lineId} is null`))
    .orderBy(asc(orderEvents.at))
  const notes = await db.select().from(orderNotes).where(eq(orderNotes.orderId, orderId))
  const moves = await db
    .select()
    .from(staffHistory)
    .where(
      and(
        eq(staffHistory.subject, 'order'),
        eq(staffHistory.subjectId, orderId),
        inArray(staffHistory.action, [
          ...ownMoves.map((move) => moveDone[move]),
          ...Object.values(itemChangeDone),
          addressCorrected,
          ...Object.values(pickupDone),
        ]),
      ),
    )
  const handedOver = events.find(({ event }) => event.status === 'Shipped')
  // After a failed attempt the order has this status again.
  const told = events.filter((row) => row.event.status !== 'Shipped' || row === handedOver)
  const entries: (Omit<TimelineEntry, 'at'> & { at: Date })[] = [
    ...told.map(({ event, name, role }) => ({
      ...{ at: event.at, text: event.status, by: name ?? authors[event.by], role },
      kind: 'move' as const,
    })),
    ...moves.map(({ before, after, ...move }) => ({
      ...{ at: move.at, by: move.by, role: move.role },
      text: `${move.action}${detailOf(move.action, { before, after, reader })}`,
      kind: problems.includes(move.action) ? ('problem' as const) : ('move' as const),
    })),
    ...notes.map(({ at, text, by }) => ({
      ...{ at, text, by, role: null },
      kind: 'note' as const,
    })),
  ]
  return entries
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }))
}

/** What went wrong at a door. */
const problems: string[] = [moveDone.noteAttempt, pickupDone.attempt]

type Recorded = Record<string, unknown>

type RecordedChange = {
  before: Recorded
  after: Recorded
  /** The role of who reads it. */
  reader: StaffRole
}

/** What the history has of a change, in short: ': Blue kurta, M to L'. */
function detailOf(action: string, { before, after, reader }: RecordedChange): string {
  if (problems.includes(action)) return `: ${String(after.reason)}`
  if (action === addressCorrected) return reader === 'rider' ? '' : correctionOf(before, after)
  const parts = [
    before.item && after.item && before.item !== after.item
      ? `${String(after.item)} instead of ${String(before.item)}`
      : (before.item ?? after.item),
    before.size !== after.size &&
      before.size &&
      after.size &&
      `${String(before.size)} to ${String(after.size)}`,
    typeof after.amountPaise === 'number' && paiseText(after.amountPaise),
  ]
  const details = parts.filter(Boolean).map(String)
  return details.length > 0 ? `: ${details.join(', ')}` : ''
}

/** Without phone numbers, which some roles do not see. Riders read no address here: they see it only while they carry it. */
function correctionOf(before: Recorded, after: Recorded): string {
  const parts = [
    'address' in after && `${textOf(before.address)} to ${textOf(after.address)}`,
    'receiver' in after && `receiver ${textOf(after.receiver)}`,
    !('receiver' in after) && 'receiverPhone' in after && 'phone of the receiver',
  ]
  const details = parts.filter(Boolean)
  return details.length > 0 ? `: ${details.join('; ')}` : ''
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : 'the customer')

const authors: Record<(typeof orderEvents.$inferSelect)['by'], string> = {
  shopper: 'Customer',
  courier: 'Rider',
  store: 'Store',
  payment: 'Payment',
}

import { and, arrayOverlaps, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'

import type { Rider } from '#contract/staff/board.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  activeStatuses,
  deliveryAgents,
  orderNotes,
  orders,
} from '#server/database/schema/orders.ts'
import { staff } from '#server/database/schema/staff.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import type { OrderEvents } from '#server/features/orders/orderEvents.ts'
import { withLockedOrder } from '#server/features/orders/orderOperations.ts'
import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { type StaffActor, worksFor } from '#server/platform/http/staffSessions.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { findOrders, readBoard } from './board.ts'
import { cancelItem, giveRefund, swapSize } from './changeItems.ts'
import { streamBoardEvents } from './boardEvents.ts'
import { type AddressDeps, correctAddress, readDeliveryPlace } from './correctAddress.ts'
import { moveOrder, prepareMove, requireVisible } from './moveOrder.ts'
import { pickItem, readPickList } from './pickList.ts'
import { readOpenReturns } from './delivery/pickupReads.ts'
import { assignPickup, moveReturn } from './delivery/pickups.ts'
import { replaceItem } from './replaceItem.ts'
import { phoneFor, readStaffInvoices, readStaffOrder } from './staffOrder.ts'

type StaffOrderDeps = AddressDeps & { orderEvents: OrderEvents }

/** The board, the order page and the moves of the staff. */
export function staffOrderHandlers({ orderEvents, ...addressDeps }: StaffOrderDeps) {
  return {
    readBoard: async ({ staff: { db, actor } }) => {
      const all = await db
        .select({ id: warehouses.id, name: warehouses.name })
        .from(warehouses)
        .orderBy(asc(warehouses.name))
      const data = await readBoard(db, actor)
      const own = all.filter(({ id }) => worksFor(actor, id))
      return ok({ result: { data, warehouses: own, at: clock.now().toISOString() } })
    },
    streamBoardEvents: ({ staff: context, context: http }) =>
      streamBoardEvents(context, { context: http, orderEvents }),
    findOrders: async ({ staff: { db, actor }, query }) =>
      ok({ result: await findOrders(db, actor, query) }),
    readStaffOrder: async ({ staff: { db, actor }, params }) =>
      ok({ result: await readStaffOrder(db, actor, params.number ?? '') }),
    readStaffInvoices: async ({ staff: { db, actor }, params }) =>
      ok({ result: { data: await readStaffInvoices(db, actor, params.number ?? '') } }),
    moveOrder: {
      prepare: async ({ staff: context, params, body }) => {
        await prepareMove(context, params.number ?? '', body)
        return {}
      },
      begin: async ({ staff: context, params, body }) => {
        const number = params.number ?? ''
        await moveOrder(context, number, body)
        return ok({ result: await readStaffOrder(context.db, context.actor, number) })
      },
    },
    readPickList: async ({ staff: { db, actor } }) =>
      ok({
        result: { orders: await readPickList(db, actor), at: clock.now().toISOString() },
      }),
    pickItem: async ({ staff: context, params, body }) =>
      ok({ result: await pickItem(context, params.number ?? '', body) }),
    cancelItem: async ({ staff: context, params, body }) => {
      const number = params.number ?? ''
      await cancelItem(context, number, body)
      return ok({ result: await readStaffOrder(context.db, context.actor, number) })
    },
    swapSize: async ({ staff: context, params, body }) => {
      const number = params.number ?? ''
      await swapSize(context, number, body)
      return ok({ result: await readStaffOrder(context.db, context.actor, number) })
    },
    replaceItem: async ({ staff: context, params, body }) => {
      const number = params.number ?? ''
      await replaceItem(context, number, body)
      return ok({ result: await readStaffOrder(context.db, context.actor, number) })
    },
    giveRefund: async ({ staff: context, params, body }) => {
      const number = params.number ?? ''
      await giveRefund(context, number, body)
      return ok({ result: await readStaffOrder(context.db, context.actor, number) })
    },
    correctAddress: async ({ staff: context, params, body }) => {
      const number = params.number ?? ''
      await correctAddress(context, number, { ...body, ...addressDeps })
      return ok({ result: await readStaffOrder(context.db, context.actor, number) })
    },
    readDeliveryPlace: async ({ staff: { db }, query }) =>
      ok({ result: await readDeliveryPlace(db, query, addressDeps) }),
    readReturns: async ({ staff: { db, actor } }) =>
      ok({
        result: { data: await readOpenReturns(db, actor), at: clock.now().toISOString() },
      }),
    assignPickup: async ({ staff: context, params, body }) => {
      const number = params.number ?? ''
      await assignPickup(context, number, body)
      return ok({ result: await readStaffOrder(context.db, context.actor, number) })
    },
    moveReturn: async ({ staff: context, params, body }) => {
      const number = params.number ?? ''
      await moveReturn(context, number, body)
      return ok({ result: await readStaffOrder(context.db, context.actor, number) })
    },
    addOrderNote: async ({ staff: { db, actor, record }, params, body: { text } }) => {
      const number = params.number ?? ''
      await withLockedOrder(db, number, async (tx, order) => {
        await requireVisible(tx, actor, order)
        const staffId = actor.sessionId === undefined ? null : actor.id
        const at = clock.now()
        const [note] = await tx
          .insert(orderNotes)
          .values({ orderId: order.id, staffId, by: actor.name, text, at })
          .returning({ id: orderNotes.id })
        // Not its words: a note is deleted with the customer's account, and history is not.
        await record({
          ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
          ...{ action: 'wrote a note', before: {}, after: { noteId: note?.id } },
        })
      })
      return ok({ result: await readStaffOrder(db, actor, number) })
    },
    readRiders: async ({ staff: { db, actor } }) => {
      const riders = await listRiders(db, actor)
      const data = riders.map(({ contactNumber, ...rider }) => ({
        ...rider,
        contactNumber: phoneFor(actor.role, contactNumber),
      }))
      return ok({ result: { data } })
    },
  } satisfies FeatureHandlers
}

/** Active riders who may work for a warehouse of the person, those on shift first. */
async function listRiders(db: Database, { warehouseIds }: StaffActor): Promise<Rider[]> {
  const orderCount = sql<number>`(${db
    .select({ count: sql`count(*)::int` })
    .from(orders)
    .where(and(eq(orders.agentId, deliveryAgents.id), inArray(orders.status, activeStatuses)))})`
  // Agents without an account, whom the command line has added, work for every warehouse.
  const isNear =
    warehouseIds.length > 0
      ? or(isNull(staff.id), arrayOverlaps(staff.warehouseIds, warehouseIds))
      : undefined
  const rows = await db
    .select({ agent: deliveryAgents, onShiftSince: staff.onShiftSince, orderCount })
    .from(deliveryAgents)
    .leftJoin(staff, eq(staff.id, deliveryAgents.staffId))
    .where(and(eq(deliveryAgents.isActive, true), isNear))
    .orderBy(sql`${staff.onShiftSince} is null`, asc(deliveryAgents.name))
  return rows.map(({ agent: { id, name, contactNumber }, onShiftSince, orderCount: count }) => ({
    ...{ id, name, contactNumber },
    isOnShift: onShiftSince !== null,
    orderCount: count,
  }))
}

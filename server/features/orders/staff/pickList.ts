import { and, asc, eq, inArray, isNull } from 'drizzle-orm'

import type { Pick, PickItem, PickOrder } from '#contract/staff/picking.ts'
import { boardStateOf } from '#contract/staff/orderMoves.ts'
import { orderNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products, productSizes } from '#server/database/schema/catalogue.ts'
import {
  type LineRow,
  orderLines,
  orderPicks,
  type OrderRow,
  orders,
} from '#server/database/schema/orders.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { withOrder } from '#server/features/orders/orderOperations.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import type { StaffActor } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { isVisibleTo, readBoardOrders } from './board.ts'
import { requireVisible } from './moveOrder.ts'

/** Orders of the person's warehouses that are to be packed, the one with the earliest promise first. */
export async function readPickList(db: Database, actor: StaffActor): Promise<PickOrder[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(isVisibleTo(actor), eq(orders.status, 'Accepted'), isNull(orders.packedAt)))
    .orderBy(asc(orders.promisedBy), asc(orders.createdAt), asc(orders.id))
    .limit(200)
  return pickOrdersOf(db, actor, rows)
}

async function pickOrdersOf(
  db: Database,
  actor: StaffActor,
  rows: OrderRow[],
): Promise<PickOrder[]> {
  const ids = rows.map(({ id }) => id)
  const onBoard = await readBoardOrders(db, actor, ids)
  const lines = await db
    .select({ line: orderLines, code: products.code })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  const picks = await db
    .select({ pick: orderPicks })
    .from(orderPicks)
    .innerJoin(orderLines, eq(orderLines.id, orderPicks.lineId))
    .where(inArray(orderLines.orderId, ids))
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
    .where(
      inArray(
        stockLevels.productId,
        lines.map(({ line }) => line.productId),
      ),
    )
    .orderBy(asc(productSizes.position))

  function pickItemsOf(order: OrderRow, row: NumberedLine): PickItem[] {
    const { line, item, code } = row
    const ofProduct = stocked
      .map(({ level }) => level)
      .filter(
        ({ productId, warehouseId }) =>
          productId === line.productId && warehouseId === order.warehouseId,
      )
    return [line.size, line.trialSize]
      .filter((size) => size !== null)
      .map((size) => {
        const level = ofProduct.find((other) => other.size === size)
        const picked = picks.find(({ pick }) => pick.lineId === line.id && pick.size === size)
        return {
          ...{ item, productId: line.productId, code, name: line.productName },
          ...{ brand: line.brandName, photo: line.photos[0] ?? null },
          ...{ size, isTrialSize: size !== line.size, quantity: line.quantity },
          details: line.details,
          picked: Math.min(picked?.pick.quantity ?? 0, line.quantity),
          ...{ shelf: level?.shelf ?? null, onHand: level?.onHand ?? 0 },
          otherSizes: ofProduct
            .filter((other) => other.onHand >= line.quantity)
            .filter((other) => other.size !== line.size && other.size !== line.trialSize)
            .map((other) => ({ size: other.size, onHand: other.onHand })),
        }
      })
  }

  return rows.flatMap((order) => {
    const row = onBoard.find(({ number }) => number === order.orderNumber)
    if (!row) return []
    const { number, state, purchaseType, customer, promisedBy, warehouse } = row
    const items = lines
      .filter(({ line }) => line.orderId === order.id)
      .map((numbered, position) => ({ ...numbered, item: position + 1 }))
      .filter(({ line }) => line.status !== 'Cancelled')
      .flatMap((numbered) => pickItemsOf(order, numbered))
    return { number, state, purchaseType, customer, promisedBy, warehouse, items }
  })
}

type NumberedLine = { line: LineRow; code: string; item: number }

/**
 * Records how many pieces of an item are in the bag. The first pick starts the packing.
 *
 * @throws StoreError 'not_found', 'invalid', or 'conflict' if the order is not to be packed any more
 */
export function pickItem(
  { db, actor, record }: StaffContext,
  number: string,
  { item, size, picked }: Pick,
): Promise<PickOrder> {
  return withOrder(db, number, async (tx, order) => {
    await requireVisible(tx, actor, order)
    const state = boardStateOf(order)
    if (state !== 'new' && state !== 'packing') {
      throw new StoreError('conflict', `Order ${order.orderNumber} isn’t to be packed any more`)
    }
    const [current] = await pickOrdersOf(tx, actor, [order])
    const pickedItem = current?.items.find(
      (candidate) => candidate.item === item && candidate.size === size,
    )
    if (!pickedItem) throw new StoreError('not_found', 'The order doesn’t have this item')
    if (picked > pickedItem.quantity) {
      const sentence = `The order has ${pickedItem.quantity} of it`
      throw new StoreError('invalid', sentence, { fields: { picked: sentence } })
    }
    await savePick(tx, order, { item, size, picked })
    if (!order.packingSince) {
      await tx.update(orders).set({ packingSince: clock.now() }).where(eq(orders.id, order.id))
    }
    await record({
      ...{ subject: 'order', subjectId: order.id, name: order.orderNumber },
      ...{ action: 'picked', before: { item: pickedItem.name, size, picked: pickedItem.picked } },
      after: { item: pickedItem.name, size, picked },
      skipIfUnchanged: order.packingSince !== null,
    })
    const [packing] = await tx.select().from(orders).where(eq(orders.id, order.id))
    const [changed] = packing ? await pickOrdersOf(tx, actor, [packing]) : []
    if (!changed) throw orderNotFound()
    return changed
  })
}

async function savePick(tx: Database, order: OrderRow, { item, size, picked }: Pick) {
  const lines = await tx
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const lineId = lines[item - 1]?.id ?? ''
  if (picked === 0) {
    const isPick = and(eq(orderPicks.lineId, lineId), eq(orderPicks.size, size))
    await tx.delete(orderPicks).where(isPick)
    return
  }
  await tx
    .insert(orderPicks)
    .values({ lineId, size, quantity: picked })
    .onConflictDoUpdate({
      target: [orderPicks.lineId, orderPicks.size],
      set: { quantity: picked },
    })
}

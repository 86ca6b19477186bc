import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'

import { lockCoupons } from '#server/commerce/coupons.ts'
import {
  lockStock,
  orderStockItems,
  releaseReservation,
  type StockItem,
} from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { type LineRow, orderLines, type OrderRow, orders } from '#server/database/schema/orders.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'

/**
 * Reads and locks the orders of a customer that await payment, or have expired and would be placed if
 * their payment arrived late.
 */
export const lockUnpaidOrders = ({ db, userId }: CustomerContext): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        ne(orders.checkoutStatus, 'completed'),
        isNull(orders.replacedById),
      ),
    )
    .orderBy(asc(orders.id))
    .for('update')

/** The stock and the coupon of the next order. */
type NextOrder = { id: string; items: StockItem[]; couponId: string | undefined }

/**
 * A customer has reservations for one order at a time, so those of earlier orders are released. All
 * stock levels are locked before all coupons, including those of the next order, so that concurrent
 * buyers cannot deadlock.
 *
 * An unpaid order with one of the same products, in any size, came from the same bag. It is marked as
 * replaced, because the customer would receive the product twice if that order were paid as well.
 */
export async function replaceUnpaidOrders(
  { db, userId }: CustomerContext,
  next: NextOrder,
): Promise<void> {
  const unpaidOrders = await lockUnpaidOrders({ db, userId })
  if (unpaidOrders.length === 0) return
  const ids = unpaidOrders.map(({ id }) => id)
  const lines = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids))
  await releaseReservations(db, { unpaidOrders, lines, next })
  const nextProducts = new Set(next.items.map(({ productId }) => productId))
  const replacedIds = lines
    .filter(({ productId }) => nextProducts.has(productId))
    .map(({ orderId }) => orderId)
  if (replacedIds.length === 0) return
  await db.update(orders).set({ replacedById: next.id }).where(inArray(orders.id, replacedIds))
}

type UnpaidOrders = { unpaidOrders: OrderRow[]; lines: LineRow[]; next: NextOrder }

async function releaseReservations(db: Database, { unpaidOrders, lines, next }: UnpaidOrders) {
  const reserved = unpaidOrders.filter(
    ({ checkoutStatus }) => checkoutStatus === 'awaiting_payment',
  )
  if (reserved.length === 0) return
  const ids = new Set(reserved.map(({ id }) => id))
  const reservedItems = reserved.flatMap((order) =>
    orderStockItems(
      order,
      lines.filter(({ orderId }) => orderId === order.id),
    ),
  )
  await lockStock(db, [...reservedItems, ...next.items])
  const couponIds = [next.couponId, ...reserved.map(({ couponId }) => couponId)]
  await lockCoupons(
    db,
    couponIds.filter((id) => typeof id === 'string'),
  )
  for (const id of ids) await releaseReservation(db, id)
}

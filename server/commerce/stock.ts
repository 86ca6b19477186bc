import { lowerSizeText } from '#contract/catalogue/stock.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import {
  products,
  productSizes,
  stockMoves,
  type StockReason,
} from '#server/database/schema/catalogue.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { releaseCoupon } from './coupons.ts'

export type StockItem = { productId: string; size: string; quantity: number }

/**
 * Why stock changes. The same cause changes the stock of an item only once, so a retry has no
 * effect.
 */
export type StockCause = { reason: StockReason; reference: string }

type StockLevel = { productId: string; size: string; onHand: number }

/**
 * Reserves all items or none.
 *
 * @throws StoreError 'out_of_stock'
 */
export async function reserveStock(tx: Database, requested: StockItem[], cause: StockCause) {
  const items = sumQuantities(requested)
  const levels = await changeStock(tx, items.map(negate), cause)
  const insufficient = items.filter((item) => onHandOf(levels, item) < item.quantity)
  if (insufficient.length === 0) return
  const missing = await withoutAlreadyMoved(tx, insufficient, cause)
  if (missing[0]) throw await outOfStockError(tx, missing[0], onHandOf(levels, missing[0]))
  // The insufficient items were already reserved for this cause, so only the others are left to
  // reserve.
  const remaining = items.filter((item) => !insufficient.includes(item))
  await changeStock(tx, remaining.map(negate), cause)
}

const negate = (item: StockItem): StockItem => ({ ...item, quantity: -item.quantity })

/** Locks stock levels before one transaction releases some items and reserves others. */
export async function lockStock(tx: Database, items: StockItem[]): Promise<void> {
  await lockStockLevels(tx, toKeys(sumQuantities(items)))
}

/** Returns items to stock. A size that is no longer sold is ignored. */
export async function releaseStock(tx: Database, items: StockItem[], cause: StockCause) {
  await changeStock(tx, sumQuantities(items), cause)
}

/**
 * Sets the stock of one size to the number that was counted in the warehouse. Items in placed
 * orders are sold already and must not be counted. Returns the previous number.
 *
 * @throws StoreError 'not_found' if the product is not sold in this size
 */
export async function recordStockCount(
  tx: Database,
  { quantity, ...item }: StockItem,
): Promise<number> {
  const [level] = await lockStockLevels(tx, toKeys([{ ...item, quantity }]))
  if (!level)
    throw new StoreError('not_found', `This product is not sold in ${lowerSizeText(item.size)}`)
  const change = quantity - level.onHand
  const cause: StockCause = { reason: 'counted', reference: randomUUID() }
  if (change !== 0) await changeStock(tx, [{ ...item, quantity: change }], cause)
  return level.onHand
}

/**
 * Records what an import changes in the stock of sizes that exist already, and locks them until the
 * transaction ends. The caller then writes these quantities.
 */
export async function recordImportedStock(tx: Database, items: StockItem[]): Promise<void> {
  if (items.length === 0) return
  const { ids, sizes } = toKeys(items)
  const quantities = items.map(({ quantity }) => quantity)
  await lockStockLevels(tx, { ids, sizes })
  await tx.execute(sql`
    insert into ${stockMoves} (product_id, size, change, reason, reference)
    select product_id, size, imported.on_hand - level.on_hand, 'imported', ${randomUUID()}
    from unnest(${sql.param(ids)}::text[], ${sql.param(sizes)}::text[], ${sql.param(quantities)}::int[])
      imported (product_id, size, on_hand)
    join ${productSizes} level using (product_id, size)
    where imported.on_hand <> level.on_hand`)
}

/**
 * Sums quantities per product and size, because an order can contain one size both as a trial and
 * as a purchase.
 */
function sumQuantities(items: StockItem[]): StockItem[] {
  const byKey = new Map<string, StockItem>()
  for (const { productId, size, quantity } of items) {
    const key = JSON.stringify([productId, size])
    byKey.set(key, {
      productId,
      size,
      quantity: (byKey.get(key)?.quantity ?? 0) + quantity,
    })
  }
  return [...byKey.values()]
}

const { productId, size, onHand } = productSizes

/**
 * Rows are always locked in this order, so that concurrent buyers cannot deadlock. The arrays are
 * wrapped in subqueries because PostgreSQL estimates rows from the length of a visible array,
 * and would then prefer a custom plan to the cached generic one each time.
 */
const lockStockLevels = preparedStatement(
  'lock_stock_levels',
  ['ids', 'sizes'],
  (db, { ids, sizes }) =>
    db
      .select({ productId, size, onHand })
      .from(productSizes)
      .where(
        sql`(${productId}, ${size}) in (
        select * from unnest((select ${ids}::text[]), (select ${sizes}::text[])))`,
      )
      .orderBy(productId, size)
      .for('update'),
)

/**
 * Applies all changes, or none if one would make a stock level negative. Changes that this cause
 * has already made are skipped. Returns the levels before the changes. A separate statement locks
 * the rows first, so that the update sees what concurrent transactions have committed.
 */
async function changeStock(
  tx: Database,
  changes: StockItem[],
  cause: StockCause,
): Promise<StockLevel[]> {
  if (changes.length === 0) return []
  const quantities = changes.map(({ quantity }) => quantity)
  const levels = await lockStockLevels(tx, toKeys(changes))
  await moveStock(tx, { ...toKeys(changes), quantities, ...cause })
  return levels
}

/** Requires that the rows are locked, so that the stock levels are current. */
const moveStock = preparedStatement(
  'move_stock',
  ['ids', 'sizes', 'quantities', 'reason', 'reference'],
  (db, { ids, sizes, quantities, reason, reference }) => {
    const requestedChanges = db.$with('requested', {}).as(sql`
      select * from unnest(
        (select ${ids}::text[]), (select ${sizes}::text[]), (select ${quantities}::int[])
      ) requested (product_id, size, change)`)
    const moves = db.$with('moves', {}).as(sql`
      insert into ${stockMoves} (product_id, size, change, reason, reference)
      select product_id, size, change, ${reason}, ${reference} from requested
      where not exists (
        select from requested left join ${productSizes} using (product_id, size)
        where coalesce(on_hand, 0) + change < 0)
      on conflict do nothing
      returning product_id, size, change`)
    return db
      .with(requestedChanges, moves)
      .update(productSizes)
      .set({ onHand: sql`${onHand} + moves.change` })
      .from(sql`moves`)
      .where(sql`${productId} = moves.product_id and ${size} = moves.size`)
  },
)

const toKeys = (items: StockItem[]) => ({
  ids: items.map(({ productId }) => productId),
  sizes: items.map(({ size }) => size),
})

const onHandOf = (levels: StockLevel[], { productId, size }: StockItem) =>
  levels.find((level) => level.productId === productId && level.size === size)?.onHand ?? 0

/**
 * Leaves out items that were already moved for this cause, so that a retry does not fail with
 * out_of_stock.
 */
async function withoutAlreadyMoved(
  tx: Database,
  items: StockItem[],
  cause: StockCause,
): Promise<StockItem[]> {
  if (items.length === 0) return []
  const { productId, size, reason, reference } = stockMoves
  const moved = await tx
    .select({ productId, size })
    .from(stockMoves)
    .where(
      and(
        eq(reason, cause.reason),
        eq(reference, cause.reference),
        inArray(
          productId,
          items.map((item) => item.productId),
        ),
      ),
    )
  const isMoved = (item: StockItem) =>
    moved.some((move) => move.productId === item.productId && move.size === item.size)
  return items.filter((item) => !isMoved(item))
}

async function outOfStockError(tx: Database, { productId, size }: StockItem, onHand: number) {
  const [product] = await tx
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId))
  const name = product?.name ?? 'this product'
  return new StoreError(
    'out_of_stock',
    onHand > 0
      ? `Only ${onHand} left of ${name} in ${lowerSizeText(size)}`
      : `${name} in ${lowerSizeText(size)} is sold out`,
  )
}

type Line = Pick<typeof orderLines.$inferSelect, 'productId' | 'size' | 'trialSize' | 'quantity'>

/** The stock items of an order. A line with a trial reserves both sizes. */
export const orderStockItems = (lines: Line[]): StockItem[] =>
  lines.flatMap(({ productId, size, trialSize, quantity }) => [
    { productId, size, quantity },
    ...(trialSize ? [{ productId, size: trialSize, quantity }] : []),
  ])

/**
 * Expires an order that was not paid in time and releases its stock and its coupon. A later payment
 * reserves them again if they are still available. Returns false if the order was not awaiting
 * payment.
 */
export async function releaseReservation(tx: Database, orderId: string): Promise<boolean> {
  const [expired] = await tx
    .update(orders)
    .set({ checkoutStatus: 'expired', holdUntil: null })
    .where(and(eq(orders.id, orderId), eq(orders.checkoutStatus, 'awaiting_payment')))
    .returning({ id: orders.id })
  if (!expired) return false
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  await releaseStock(tx, orderStockItems(lines), { reason: 'hold_expired', reference: orderId })
  await releaseCoupon(tx, orderId)
  return true
}

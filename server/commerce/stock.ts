import { lowerSizeText } from '#contract/catalogue/stock.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { products, productSizes } from '#server/database/schema/catalogue.ts'
import { type LineRow, orderLines, type OrderRow, orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import {
  stockLevels,
  stockMoves,
  type StockReason,
  usualLowBelow,
} from '#server/database/schema/stock.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { releaseCoupon } from './coupons.ts'

/** Items of a size in one warehouse. */
export type StockItem = { warehouseId: string; productId: string; size: string; quantity: number }

/**
 * Why stock changes. The same cause changes the stock of an item only once, so a retry has no
 * effect.
 */
export type StockCause = { reason: StockReason; reference: string }

type StockLevel = Omit<StockItem, 'quantity'> & { onHand: number }

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

/**
 * Locks stock levels before one transaction releases some items and reserves others, and then their products, which a
 * change of the stock of any warehouse locks.
 */
export async function lockStock(tx: Database, items: StockItem[]): Promise<void> {
  const keys = toKeys(sumQuantities(items))
  await lockStockLevels(tx, keys)
  await lockProducts(tx, keys)
}

const lockProducts = preparedStatement('lock_products_of_stock', ['ids'], (db, { ids }) =>
  db
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.id} = any(${ids}::text[])`)
    .orderBy(products.id)
    .for('no key update'),
)

/** Returns items to stock. A size that is no longer sold is ignored. */
export async function releaseStock(tx: Database, items: StockItem[], cause: StockCause) {
  if (items.length === 0) return
  const released = sumQuantities(items)
  const keys = toKeys(released)
  const levels = await lockStockLevels(tx, keys)
  if (levels.length < released.length) await addStockLevels(tx, keys)
  const quantities = released.map(({ quantity }) => quantity)
  await moveStock(tx, { ...keys, quantities, ...cause })
}

/**
 * Adds the levels of warehouses that have never had a size of a product, with nothing in stock, so that what is counted
 * then makes a sold-out product "back in stock".
 */
export async function addMissingStockLevels(tx: Database, items: StockItem[]): Promise<void> {
  if (items.length > 0) await addStockLevels(tx, toKeys(items))
}

const addStockLevels = preparedStatement(
  'add_stock_levels',
  ['warehouseIds', 'ids', 'sizes'],
  (db, { warehouseIds, ids, sizes }) =>
    db
      .insert(stockLevels)
      .select(
        sql`select product_id, size, added.warehouse_id, 0, null, ${sql.raw(String(usualLowBelow))}
          from unnest(${warehouseIds}::text[], ${ids}::text[], ${sizes}::text[])
            added (warehouse_id, product_id, size)
          join ${productSizes} using (product_id, size)`,
      )
      .onConflictDoNothing(),
)

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
  const keys = toKeys([{ ...item, quantity }])
  await addStockLevels(tx, keys)
  const [level] = await lockStockLevels(tx, keys)
  if (!level)
    throw new StoreError('not_found', `This product is not sold in ${lowerSizeText(item.size)}`)
  const change = quantity - level.onHand
  const cause: StockCause = { reason: 'counted', reference: randomUUID() }
  if (change !== 0) await changeStock(tx, [{ ...item, quantity: change }], cause)
  return level.onHand
}

/** Sets the stock of sizes to the numbers of an import, and records what it changes. */
export async function setImportedStock(tx: Database, items: StockItem[]): Promise<void> {
  if (items.length === 0) return
  const { warehouseIds, ids, sizes } = toKeys(items)
  const quantities = items.map(({ quantity }) => quantity)
  await lockStockLevels(tx, { warehouseIds, ids, sizes })
  const imported = sql`unnest(${sql.param(warehouseIds)}::text[], ${sql.param(ids)}::text[],
    ${sql.param(sizes)}::text[], ${sql.param(quantities)}::int[])
    imported (warehouse_id, product_id, size, on_hand)`
  await tx.execute(sql`
    insert into ${stockMoves} (warehouse_id, product_id, size, change, reason, reference)
    select warehouse_id, product_id, size, imported.on_hand - level.on_hand, 'imported', ${randomUUID()}
    from ${imported} join ${stockLevels} level using (warehouse_id, product_id, size)
    where imported.on_hand <> level.on_hand`)
  await tx.execute(sql`
    insert into ${stockLevels} (warehouse_id, product_id, size, on_hand)
    select warehouse_id, product_id, size, on_hand from ${imported}
    on conflict (product_id, size, warehouse_id) do update set on_hand = excluded.on_hand
      where stock_levels.on_hand <> excluded.on_hand`)
}

/**
 * Sums quantities per warehouse, product and size, because an order can contain one size both as a
 * trial and as a purchase.
 */
function sumQuantities(items: StockItem[]): StockItem[] {
  const byKey = new Map<string, StockItem>()
  for (const item of items) {
    const key = keyOf(item)
    const quantity = (byKey.get(key)?.quantity ?? 0) + item.quantity
    byKey.set(key, { ...item, quantity })
  }
  return [...byKey.values()]
}

const keyOf = ({ warehouseId, productId, size }: Omit<StockItem, 'quantity'>) =>
  JSON.stringify([warehouseId, productId, size])

const { warehouseId, productId, size, onHand } = stockLevels

/**
 * Rows are always locked in this order, so that concurrent buyers cannot deadlock. The arrays are
 * wrapped in subqueries because PostgreSQL estimates rows from the length of a visible array,
 * and would then prefer a custom plan to the cached generic one each time.
 */
const lockStockLevels = preparedStatement(
  'lock_stock_levels',
  ['warehouseIds', 'ids', 'sizes'],
  (db, { warehouseIds, ids, sizes }) =>
    db
      .select({ warehouseId, productId, size, onHand })
      .from(stockLevels)
      .where(
        sql`(${warehouseId}, ${productId}, ${size}) in (select * from unnest(
          (select ${warehouseIds}::text[]), (select ${ids}::text[]), (select ${sizes}::text[])))`,
      )
      .orderBy(productId, size, warehouseId)
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
  ['warehouseIds', 'ids', 'sizes', 'quantities', 'reason', 'reference'],
  (db, { warehouseIds, ids, sizes, quantities, reason, reference }) => {
    const requestedChanges = db.$with('requested', {}).as(sql`
      select * from unnest((select ${warehouseIds}::text[]), (select ${ids}::text[]),
        (select ${sizes}::text[]), (select ${quantities}::int[])
      ) requested (warehouse_id, product_id, size, change)`)
    const moves = db.$with('moves', {}).as(sql`
      insert into ${stockMoves} (warehouse_id, product_id, size, change, reason, reference)
      select warehouse_id, product_id, size, change, ${reason}, ${reference} from requested
      where not exists (
        select from requested left join ${stockLevels} using (warehouse_id, product_id, size)
        where coalesce(on_hand, 0) + change < 0)
      on conflict do nothing
      returning warehouse_id, product_id, size, change`)
    return db
      .with(requestedChanges, moves)
      .update(stockLevels)
      .set({ onHand: sql`${onHand} + moves.change` })
      .from(sql`moves`)
      .where(
        sql`(${productId}, ${size}, ${warehouseId}) = (moves.product_id, moves.size, moves.warehouse_id)`,
      )
  },
)

const toKeys = (items: StockItem[]) => ({
  warehouseIds: items.map(({ warehouseId }) => warehouseId),
  ids: items.map(({ productId }) => productId),
  sizes: items.map(({ size }) => size),
})

const onHandOf = (levels: StockLevel[], item: StockItem) =>
  levels.find((level) => keyOf(level) === keyOf(item))?.onHand ?? 0

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
  const { warehouseId, productId, size, reason, reference } = stockMoves
  const moved = await tx
    .select({ warehouseId, productId, size })
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
  const movedKeys = new Set(moved.map(keyOf))
  return items.filter((item) => !movedKeys.has(keyOf(item)))
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

/** What is left of items without others, which are among them. */
export const withoutStockItems = (items: StockItem[], others: StockItem[]): StockItem[] =>
  sumQuantities([...items, ...others.map(negate)]).filter(({ quantity }) => quantity > 0)

type Line = Pick<LineRow, 'productId' | 'size' | 'trialSize' | 'quantity'>

/** The stock items of an order from this warehouse. A line with a trial reserves both sizes. */
export const orderStockItems = (
  { warehouseId }: Pick<OrderRow, 'warehouseId'>,
  lines: Line[],
): StockItem[] =>
  lines.flatMap(({ productId, size, trialSize, quantity }) => [
    { warehouseId, productId, size, quantity },
    ...(trialSize ? [{ warehouseId, productId, size: trialSize, quantity }] : []),
  ])

/**
 * Expires an order that was not paid in time and releases its stock and its coupon. Its link to pay, if it has one, is
 * closed at the provider by the payment sweep. A later payment reserves them again if they are still available. Returns false if the order was not awaiting
 * payment.
 */
export async function releaseReservation(tx: Database, orderId: string): Promise<boolean> {
  const [expired] = await tx
    .update(orders)
    .set({ checkoutStatus: 'expired', holdUntil: null })
    .where(and(eq(orders.id, orderId), eq(orders.checkoutStatus, 'awaiting_payment')))
    .returning({ warehouseId: orders.warehouseId })
  if (!expired) return false
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  const items = orderStockItems(expired, lines)
  await releaseStock(tx, items, { reason: 'hold_expired', reference: orderId })
  await releaseCoupon(tx, orderId)
  const isOpenLink = and(
    eq(payments.orderId, orderId),
    eq(payments.kind, 'link'),
    eq(payments.status, 'created'),
  )
  await tx.update(payments).set({ status: 'cancelled' }).where(isOpenLink)
  return true
}

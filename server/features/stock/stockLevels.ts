import { and, asc, desc, eq, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type {
  StockChange,
  StockCount,
  StockMove,
  StockPlace,
  StockRow,
  StockSearch,
  StockTransfer,
} from '#contract/staff/stock.ts'
import {
  addMissingStockLevels,
  lockStock,
  recordStockCount,
  releaseStock,
  reserveStock,
} from '#server/commerce/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { brands, products, productSizes } from '#server/database/schema/catalogue.ts'
import { orderLines, orderPicks, orders } from '#server/database/schema/orders.ts'
import { stockLevels, stockMoves } from '#server/database/schema/stock.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { type Change, type StaffActor, worksFor } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

const perPage = 60

/** A size of a product in one warehouse. */
type Place = { productId: string; size: string; warehouseId: string }

/**
 * Pieces on the shelf that are not for sale: of orders that are not packed, or wait for their payment, less what is in a
 * bag already; and the new sizes of exchanges under way.
 */
const reserved = sql<number>`(
  select coalesce(sum(greatest(0, l.quantity - coalesce(p.quantity, 0))), 0)::int
  from ${orderLines} l
  join ${orders} o on o.id = l.order_id
  left join ${orderPicks} p on p.line_id = l.id and p.size = ${stockLevels.size}
  where l.product_id = ${stockLevels.productId} and o.warehouse_id = ${stockLevels.warehouseId}
    and case
      when l.status in ('Exchange Requested', 'Exchange Accepted')
        then l.exchange_size = ${stockLevels.size}
      else l.status = 'Accepted' and o.packed_at is null and o.checkout_status <> 'expired'
        and (l.size = ${stockLevels.size} or l.trial_size = ${stockLevels.size})
    end)`

const selectStock = (db: Database) =>
  db
    .select({
      level: stockLevels,
      product: products,
      brand: brands.name,
      warehouse: warehouses.name,
      reserved,
    })
    .from(stockLevels)
    .innerJoin(products, eq(products.id, stockLevels.productId))
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(
      productSizes,
      and(eq(productSizes.productId, products.id), eq(productSizes.size, stockLevels.size)),
    )
    .innerJoin(warehouses, eq(warehouses.id, stockLevels.warehouseId))
    .$dynamic()

type SelectedStock = Awaited<ReturnType<typeof selectStock>>[number]

const stockRowOf = ({ level, product, ...row }: SelectedStock): StockRow => ({
  ...{ productId: level.productId, size: level.size, warehouseId: level.warehouseId },
  ...{ code: product.code, name: product.name, photo: product.photos[0] ?? null },
  ...{ brand: row.brand, warehouse: row.warehouse, reserved: row.reserved },
  ...{ onHand: level.onHand, shelf: level.shelf, lowBelow: level.lowBelow },
})

/** The stock of the warehouses that the person works for, by code, size and warehouse. */
export async function readStock(
  db: Database,
  { warehouseIds }: StaffActor,
  { search = '', warehouse, low, cursor }: StockSearch,
): Promise<{ data: StockRow[]; cursor: string | null }> {
  const from = cursor && /^\d{1,6}$/.test(cursor) ? Number(cursor) : 0
  const rows = await selectStock(db)
    .where(
      and(
        warehouseIds.length > 0 ? inArray(stockLevels.warehouseId, warehouseIds) : undefined,
        warehouse === undefined ? undefined : eq(stockLevels.warehouseId, warehouse),
        low && lt(stockLevels.onHand, stockLevels.lowBelow),
        ...search.split(/\s+/).filter(Boolean).map(isAbout),
      ),
    )
    .orderBy(asc(products.code), asc(productSizes.position), asc(stockLevels.warehouseId))
    .limit(perPage + 1)
    .offset(from)
  return {
    data: rows.slice(0, perPage).map(stockRowOf),
    cursor: rows.length > perPage ? String(from + perPage) : null,
  }
}

/** A word of the product's name, its brand, its shelf, or the code on the label. */
function isAbout(word: string): SQL | undefined {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    ilike(products.code, pattern),
    ilike(products.name, pattern),
    ilike(brands.name, pattern),
    ilike(stockLevels.shelf, pattern),
  )
}

/** The changes of a product's stock, newest first. */
export async function readStockMoves(
  db: Database,
  { warehouseIds }: StaffActor,
  { productId, cursor }: { productId: string; cursor?: string | undefined },
): Promise<{ data: StockMove[]; cursor: string | null }> {
  const rows = await db
    .select({ move: stockMoves, warehouse: warehouses.name })
    .from(stockMoves)
    .innerJoin(warehouses, eq(warehouses.id, stockMoves.warehouseId))
    .where(
      and(
        eq(stockMoves.productId, productId),
        warehouseIds.length > 0 ? inArray(stockMoves.warehouseId, warehouseIds) : undefined,
        cursor && /^\d{1,15}$/.test(cursor) ? lt(stockMoves.id, Number(cursor)) : undefined,
      ),
    )
    .orderBy(desc(stockMoves.id))
    .limit(perPage + 1)
  const page = rows.slice(0, perPage)
  return {
    data: page.map(({ move: { id, at, size, change, reason }, warehouse }) => ({
      ...{ id: String(id), at: at.toISOString(), warehouse, size, change, reason },
    })),
    cursor: rows.length > perPage ? String(page.at(-1)?.move.id) : null,
  }
}

const sizeNotFound = () => new StoreError('not_found', 'This warehouse doesn’t have this size')

/** @throws StoreError 'not_found' also for another warehouse than the person's */
export async function readStockRow(
  db: Database,
  actor: StaffActor,
  { productId, size, warehouseId }: Place,
): Promise<StockRow> {
  const [row] = await selectStock(db).where(
    and(
      eq(stockLevels.productId, productId),
      eq(stockLevels.size, size),
      eq(stockLevels.warehouseId, warehouseId),
    ),
  )
  if (!row || !worksFor(actor, warehouseId)) throw sizeNotFound()
  return stockRowOf(row)
}

/** Reads a place before a change of its stock, and makes it known to the warehouse if it is new there. */
async function openPlace({ db, actor }: StaffContext, place: Place): Promise<StockRow> {
  if (!worksFor(actor, place.warehouseId)) throw sizeNotFound()
  const item = { ...place, quantity: 0 }
  await addMissingStockLevels(db, [item])
  // An order that is placed meanwhile waits.
  await lockStock(db, [item])
  return readStockRow(db, actor, place)
}

const record = ({ record: recordChange }: StaffContext, row: StockRow, change: Recorded) =>
  recordChange({
    ...{ subject: 'stock', subjectId: row.productId, warehouseId: row.warehouseId, ...change },
    name: `${row.code} ${row.size}, ${row.warehouse}`,
  })
type Recorded = Pick<Change, 'action' | 'before' | 'after' | 'skipIfUnchanged'>

/**
 * Goods that came in or went out with a reason.
 *
 * @throws StoreError 'out_of_stock' if fewer pieces are there, 'not_found'
 */
export async function changeStock(
  context: StaffContext,
  { change, reason, ...place }: StockChange,
): Promise<StockRow> {
  const { db, actor } = context
  const before = await openPlace(context, place)
  const item = { ...place, quantity: Math.abs(change) }
  const cause = { reason, reference: randomUUID() }
  await (change > 0 ? releaseStock(db, [item], cause) : reserveStock(db, [item], cause))
  const row = await readStockRow(db, actor, place)
  await record(context, row, {
    ...{ action: 'changed the stock', before: { onHand: before.onHand } },
    after: { onHand: row.onHand, reason },
  })
  return row
}

/**
 * What was counted on the shelf. The pieces of orders lie there too, and are not for sale.
 *
 * @throws StoreError 'invalid' if fewer were counted than orders have, 'not_found'
 */
export async function countStock(
  context: StaffContext,
  { counted, ...place }: StockCount,
): Promise<StockRow> {
  const { db, actor } = context
  const before = await openPlace(context, place)
  const quantity = counted - before.reserved
  if (quantity < 0) {
    const sentence = `Orders need ${before.reserved} of these. Count again, or report what is missing on the pick list.`
    throw new StoreError('invalid', sentence, { fields: { counted: sentence } })
  }
  await recordStockCount(db, { ...place, quantity })
  const row = await readStockRow(db, actor, place)
  await record(context, row, {
    ...{ action: 'counted the stock', before: { onHand: before.onHand } },
    after: { onHand: row.onHand, counted },
  })
  return row
}

/**
 * Pieces that go to another warehouse.
 *
 * @throws StoreError 'out_of_stock', 'invalid', 'not_found'
 */
export async function transferStock(
  context: StaffContext,
  { toWarehouseId, quantity, ...place }: StockTransfer,
): Promise<StockRow> {
  const { db, actor } = context
  const before = await openPlace(context, place)
  const warehouseCount = await db.$count(warehouses, eq(warehouses.id, toWarehouseId))
  if (toWarehouseId === place.warehouseId || warehouseCount === 0) {
    const sentence = 'Choose another warehouse'
    throw new StoreError('invalid', sentence, { fields: { toWarehouseId: sentence } })
  }
  const reference = randomUUID()
  const item = { ...place, quantity }
  await reserveStock(db, [item], { reason: 'transfer_out', reference })
  const arriving = [{ ...item, warehouseId: toWarehouseId }]
  await releaseStock(db, arriving, { reason: 'transfer_in', reference })
  const row = await readStockRow(db, actor, place)
  await record(context, row, {
    ...{ action: 'sent to another warehouse', before: { onHand: before.onHand } },
    after: { onHand: row.onHand, toWarehouseId, quantity },
  })
  return row
}

/** Says where a size lies, and below how many pieces it runs low. */
export async function placeStock(
  context: StaffContext,
  { shelf, lowBelow, ...place }: StockPlace,
): Promise<StockRow> {
  const { db, actor } = context
  const before = await openPlace(context, place)
  await db
    .update(stockLevels)
    .set({ shelf: shelf?.toUpperCase() ?? null, lowBelow: lowBelow ?? before.lowBelow })
    .where(
      and(
        eq(stockLevels.productId, place.productId),
        eq(stockLevels.size, place.size),
        eq(stockLevels.warehouseId, place.warehouseId),
      ),
    )
  const row = await readStockRow(db, actor, place)
  await record(context, row, {
    ...{ action: 'changed the shelf', before: { shelf: before.shelf, lowBelow: before.lowBelow } },
    after: { shelf: row.shelf, lowBelow: row.lowBelow },
    skipIfUnchanged: true,
  })
  return row
}

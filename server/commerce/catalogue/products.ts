import { and, eq, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'

import { minus, type Paise, toRupees } from '#contract/values/money.ts'
import type { Product } from '#contract/catalogue/product.ts'
import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import {
  brands,
  categories,
  products,
  type StockByWarehouse,
  subcategories,
} from '#server/database/schema/catalogue.ts'
import { shownWarehouseIds } from '#server/commerce/delivery/openWarehouses.ts'

type IdAndName = { _id: string; name: string }

/** Shoppers see only published products. */
export const isPublished = sql<boolean>`${products.isPublished}`

const firstSubcategory = sql`${products.subcategoryIds}[1]`

/** Most products have one subcategory, so only the others pay for this subquery. */
const allSubcategories = sql<
  IdAndName[] | null
>`case when cardinality(${products.subcategoryIds}) > 1 then (
  select jsonb_agg(jsonb_build_object('_id', s.id, 'name', s.name)
    order by array_position(${products.subcategoryIds}, s.id::text))
  from subcategories s where s.id = any(${products.subcategoryIds})) end`

const columns = {
  id: products.id,
  code: products.code,
  name: products.name,
  brandId: products.brandId,
  brandName: brands.name,
  hasTryAndBuy: brands.hasTryAndBuy,
  categoryId: products.categoryId,
  categoryName: categories.name,
  subcategoryId: subcategories.id,
  subcategoryName: subcategories.name,
  allSubcategories: allSubcategories.as('all_subcategories'),
  photos: products.photos,
  tint: products.tint,
  mrpPaise: products.mrpPaise,
  pricePaise: products.pricePaise,
  sizes: products.sizes,
  stock: products.stock,
  shownWarehouseIds: shownWarehouseIds.as('shown_warehouse_ids'),
  reviewCount: products.reviewCount,
  ratingTenths: products.ratingTenths,
}

/**
 * Selects the columns that `productOf` needs. Callers add `where` (with `isPublished`), order and
 * limit.
 */
export function selectProducts<ExtraColumns extends SelectedFields = Record<never, never>>(
  db: Database,
  extraColumns?: ExtraColumns,
) {
  return db
    .select({ ...columns, ...(extraColumns as ExtraColumns) })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(subcategories, eq(subcategories.id, firstSubcategory))
    .$dynamic()
}
type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

/**
 * The product as seen by shoppers served by `warehouseId`. Without one, and if that one is closed, it has what
 * any open warehouse has.
 */
export function productOf(row: ProductRow, warehouseId?: string): Product {
  const { shownWarehouseIds: shown, stock, sizes } = row
  const from = warehouseId !== undefined && shown.includes(warehouseId) ? [warehouseId] : shown
  return productWithStock(row, stockIn(from, { stock, sizes }))
}

type Stocked = { stock: StockByWarehouse; sizes: string[] }

/** How many items of each size one order can have: it comes from one of the warehouses. */
const stockIn = (warehouseIds: string[], { stock, sizes }: Stocked): Record<string, number> =>
  Object.fromEntries(
    sizes.map((size) => [size, Math.max(0, ...warehouseIds.map((id) => stock[id]?.[size] ?? 0))]),
  )

/** The product of an order, with what its warehouse has, open or not. */
export const orderedProductOf = (row: ProductRow, warehouseId: string): Product =>
  productWithStock(row, stockIn([warehouseId], row))

function productWithStock(row: ProductRow, stock: Record<string, number>): Product {
  return {
    _id: row.id,
    productId: row.code,
    name: row.name,
    brand: { _id: row.brandId, name: row.brandName, is_try_and_buy_visible: row.hasTryAndBuy },
    category: { _id: row.categoryId, name: row.categoryName },
    subcategory: row.allSubcategories ?? onlySubcategory(row),
    photos: row.photos,
    tint: row.tint,
    ...pricesOf(row),
    size: row.sizes,
    stock,
    ...(row.ratingTenths !== null &&
      row.reviewCount >= rules.reviews.minForRating && {
        rating: { average: row.ratingTenths / 10, count: row.reviewCount },
      }),
  }
}

/** The price fields of a product, in rupees. */
export function pricesOf({ mrpPaise, pricePaise }: { mrpPaise: number; pricePaise: number }) {
  const mrp = mrpPaise as Paise
  const price = pricePaise as Paise
  const discount = minus(mrp, price)
  return {
    mrp: toRupees(mrp),
    discount: toRupees(discount),
    discountedPrice: toRupees(price),
    discountPercentage: Math.round((discount / mrp) * 100),
  }
}

const onlySubcategory = ({ subcategoryId, subcategoryName }: ProductRow): IdAndName[] =>
  subcategoryId && subcategoryName ? [{ _id: subcategoryId, name: subcategoryName }] : []

/** `readProducts`, or a cache in front of it. */
export type ReadProducts = (
  db: Database,
  ids: string[],
  warehouseId?: string,
) => Promise<ReadonlyMap<string, Product | undefined>>

/** Reads products by id as `productOf`; those that are not published are left out. */
export async function readProducts(
  db: Database,
  ids: string[],
  warehouseId?: string,
): Promise<Map<string, Product>> {
  if (ids.length === 0) return new Map()
  const rows = await productsById(db, { ids })
  return new Map(rows.map((row) => [row.id, productOf(row, warehouseId)]))
}

const productsById = preparedStatement('products_by_id', ['ids'], (db, { ids }) =>
  selectProducts(db).where(and(isPublished, sql`${products.id} = any(${ids}::text[])`)),
)

/** More than all lists of a second show, unless somebody reads the whole catalogue. */
const maxCached = 20_000

/**
 * Reads products for lists and suggestions, which show the popular ones again and again, and keeps them
 * for at most `ttlMs`. Bag and checkout read the database.
 */
export function createProductCache(ttlMs: number): { read: ReadProducts; clear: () => void } {
  /** By warehouse, the products as `productOf` shows them to its shoppers. */
  let views = new Map<string, Map<string, Product | undefined>>()
  let count = 0
  let expiresAtMs = 0

  function clear() {
    views = new Map()
    count = 0
    expiresAtMs = Date.now() + ttlMs
  }

  async function read(db: Database, ids: string[], warehouseId = '') {
    if (Date.now() >= expiresAtMs || count >= maxCached) clear()
    // If the cache is cleared during the read, the products may be outdated and must not get into the new one.
    const view = views.get(warehouseId) ?? new Map<string, Product | undefined>()
    views.set(warehouseId, view)
    const missing = ids.filter((id) => !view.has(id))
    const loaded = await readProducts(db, missing, warehouseId || undefined)
    for (const id of missing) view.set(id, loaded.get(id))
    count += missing.length
    return view
  }
  return { read, clear }
}

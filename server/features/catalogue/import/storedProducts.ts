import { asc, eq, inArray, sql } from 'drizzle-orm'

import { type Paise } from '#contract/values/money.ts'
import { returnInterval } from '#server/commerce/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  brands,
  categories,
  productSizes,
  products,
  type StockByWarehouse,
  subcategories,
} from '#server/database/schema/catalogue.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { detailTexts, genderName, type ImportFields } from './importFields.ts'
import { amountText } from './importValues.ts'

type StoredSize = { size: string; position: number }

/** A product as the store has it: its fields as a file would have them, and what a file cannot say. */
export type StoredProduct = {
  id: string
  fields: ImportFields
  brandId: string
  categoryId: string
  subcategoryIds: string[]
  photos: string[]
  details: { name: string; value: string }[]
  isPublished: boolean
  isWithdrawn: boolean
  sizes: StoredSize[]
  stock: StockByWarehouse
  /** Sizes of open orders; they may come back into stock. */
  orderedSizes: Set<string>
}

/** The words that a file adds stand on a line of their own, after those that follow from other fields. */
export const searchWordsOf = (derived: string[], words: string): string =>
  [derived.filter(Boolean).join(' '), words].filter(Boolean).join('\n')

/** The added words. A product that was not imported has no second line: all its words count as added. */
function addedWordsOf(searchWords: string, derived: string[]): string {
  const first = derived.filter(Boolean).join(' ')
  const [line = '', ...others] = searchWords.split('\n')
  if (others.length > 0) return others.join(' ')
  return line.startsWith(first) ? line.slice(first.length).trim() : line
}

type ReadOptions = {
  /** Locks the products until the transaction ends, so that no change in between is lost. */
  isLocked: boolean
}

/** Reads products by their codes. */
export async function readStoredProducts(
  db: Database,
  codes: string[],
  { isLocked }: ReadOptions,
): Promise<Map<string, StoredProduct>> {
  const query = db
    .select({
      product: products,
      brand: brands.name,
      category: categories.name,
      subcategory: subcategories.name,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(subcategories, sql`${subcategories.id} = ${products.subcategoryIds}[1]`)
    .where(inArray(products.code, codes))
    .orderBy(asc(products.id))
  const rows = await (isLocked ? query.for('update', { of: products }) : query)
  const ids = rows.map(({ product }) => product.id)
  const sizes = await readSizes(db, ids)
  const ordered = await readOrderedSizes(db, ids)
  return new Map(
    rows.map(({ product, brand, category, subcategory }) => {
      const { id, code, name, brandId, categoryId, subcategoryIds, photos, details } = product
      const derived = [brand, category, subcategory ?? '', product.colour]
      const own = sizes.get(id) ?? []
      const fields: ImportFields = {
        ...{ code, name, brand, category, subcategory: subcategory ?? '' },
        gender: genderName(product.genderIds),
        ...{ colour: product.colour, style: product.style },
        mrp: amountText(product.mrpPaise as Paise),
        price: amountText(product.pricePaise as Paise),
        ...detailTexts(details),
        gstPercent: product.gstBasisPoints === null ? '' : String(product.gstBasisPoints / 100),
        ...{ description: product.description, hsn: product.hsn, origin: product.origin },
        ...{ madeIn: product.madeIn, maker: product.maker, makerAddress: product.makerAddress },
        ...{ netQuantity: product.netQuantity, careContact: product.careContact },
        words: addedWordsOf(product.searchWords, derived),
        photos: photos.join('|'),
        sizes: own.map(({ size }) => size).join('|'),
        stock: stockText(
          own.map(({ size }) => size),
          product.stock,
        ),
      }
      const stored: StoredProduct = {
        ...{ id, fields, brandId, categoryId, subcategoryIds, photos, details, sizes: own },
        stock: product.stock,
        isPublished: product.isPublished,
        isWithdrawn: product.withdrawnAt !== null,
        orderedSizes: ordered.get(id) ?? new Set(),
      }
      return [code, stored]
    }),
  )
}

/** The stock as a change shows it: of one warehouse as a file has it, of several with their names before. */
export function stockText(sizes: string[], stock: StockByWarehouse): string {
  const countsOf = (counts: Record<string, number> = {}) =>
    sizes.map((size) => `${size}:${counts[size] ?? 0}`).join('|')
  const warehouses = Object.entries(stock).sort(([a], [b]) => (a < b ? -1 : 1))
  if (warehouses.length < 2) return countsOf(warehouses[0]?.[1])
  return warehouses.map(([id, counts]) => `${id} ${countsOf(counts)}`).join('; ')
}

async function readSizes(db: Database, ids: string[]): Promise<Map<string, StoredSize[]>> {
  const { productId, size, position } = productSizes
  const rows = await db
    .select({ productId, size, position })
    .from(productSizes)
    .where(inArray(productId, ids))
    .orderBy(asc(position), asc(size))
  const byProduct = new Map<string, StoredSize[]>()
  for (const { productId: id, ...row } of rows)
    byProduct.set(id, [...(byProduct.get(id) ?? []), row])
  return byProduct
}

/**
 * The sizes that an open order, return or exchange reserves or may return to stock: of every line that is not closed,
 * and of delivered ones as long as they can be returned.
 */
export const isOrdered = (productId: unknown, size: unknown) => sql`exists (
  select from ${orderLines} join ${orders} on ${orders.id} = ${orderLines.orderId}
  where ${orderLines.productId} = ${productId}
    and ${size} in (${orderLines.size}, ${orderLines.trialSize}, ${orderLines.soldSize}, ${orderLines.exchangeSize})
    and (${orders.checkoutStatus} = 'awaiting_payment' or ${orders.checkoutStatus} = 'completed' and (
      ${orderLines.status} not in ('Delivered', 'Cancelled', 'Returned', 'Exchanged', 'Return Cancelled', 'Exchange Cancelled')
      or ${orderLines.status} <> 'Cancelled'
        and ${orders.deliveredAt} > ${clock.now().toISOString()}::timestamptz - ${returnInterval})))`

async function readOrderedSizes(db: Database, ids: string[]): Promise<Map<string, Set<string>>> {
  const { productId, size } = productSizes
  const rows = await db
    .select({ productId, size })
    .from(productSizes)
    .where(sql`${inArray(productId, ids)} and ${isOrdered(productId, size)}`)
  const byProduct = new Map<string, Set<string>>()
  for (const row of rows)
    byProduct.set(row.productId, (byProduct.get(row.productId) ?? new Set()).add(row.size))
  return byProduct
}

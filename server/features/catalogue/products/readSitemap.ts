import { and, asc, count, gt, max, sql } from 'drizzle-orm'

import { brandPath, categoryPath, productPath, subcategoryPath } from '#contract/paths.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { isOnSale } from '#server/commerce/products.ts'

/** A URL path of the sitemap, and when its content last changed. */
export type Place = { path: string; changedAt?: Date | null }

/** Maximum number of URLs per file (sitemaps.org protocol). */
export const placesPerFile = 50_000
const rowsPerRead = 1000

export async function countFiles(db: Database, perFile = placesPerFile): Promise<number> {
  const [row] = await db.select({ products: count() }).from(products).where(isOnSale)
  return Math.ceil((row?.products ?? 0) / perFile)
}

/**
 * The product URLs of one file, counted from 1. They are read in chunks, so that other requests are
 * not delayed.
 */
export async function* readProductPlaces(
  db: Database,
  file: number,
  perFile = placesPerFile,
): AsyncGenerator<Place> {
  let after = await lastBefore(db, (file - 1) * perFile)
  for (let left = perFile; left > 0; left -= rowsPerRead) {
    const rows = await db
      .select({ id: products.id, createdAt: products.createdAt })
      .from(products)
      .where(and(isOnSale, after === undefined ? undefined : gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(Math.min(left, rowsPerRead))
    for (const { id, createdAt } of rows) yield { path: productPath(id), changedAt: createdAt }
    after = rows.at(-1)?.id
    if (after === undefined) return
  }
}

/** The last product before a file. */
async function lastBefore(db: Database, skipped: number): Promise<string | undefined> {
  if (skipped === 0) return undefined
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(isOnSale)
    .orderBy(asc(products.id))
    .offset(skipped - 1)
    .limit(1)
  return row?.id
}

/** Every category, subcategory and brand with products on sale. */
export async function readListPlaces(db: Database): Promise<Place[]> {
  const newest = { changedAt: max(products.createdAt) }
  const subcategoryId = sql<string>`unnest(${products.subcategoryIds})`
  const [ofCategories, ofSubcategories, ofBrands] = await Promise.all([
    db
      .select({ id: products.categoryId, ...newest })
      .from(products)
      .where(isOnSale)
      .groupBy(products.categoryId),
    db
      .select({ id: subcategoryId.as('subcategory_id'), ...newest })
      .from(products)
      .where(isOnSale)
      .groupBy(sql`subcategory_id`),
    db
      .select({ id: products.brandId, ...newest })
      .from(products)
      .where(isOnSale)
      .groupBy(products.brandId),
  ])
  return [
    ...ofCategories.map(({ id, changedAt }) => ({ path: categoryPath(id), changedAt })),
    ...ofSubcategories.map(({ id, changedAt }) => ({ path: subcategoryPath(id), changedAt })),
    ...ofBrands.map(({ id, changedAt }) => ({ path: brandPath(id), changedAt })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1))
}

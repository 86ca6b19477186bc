import { and, sql } from 'drizzle-orm'

import type { Product } from '#contract/product.ts'
import { products } from './catalogueTables.ts'
import type { Database } from './connect.ts'
import { isOnSale, productOf, selectProducts } from './selectProducts.ts'
import { statement } from './statement.ts'

/** Products by id; those that are not on sale are left out. */
export async function readProducts(db: Database, ids: string[]): Promise<Map<string, Product>> {
  if (ids.length === 0) return new Map()
  const rows = await productsById(db, { ids })
  return new Map(rows.map((row) => [row.id, productOf(row)]))
}

const productsById = statement('products_by_id', ['ids'], (db, { ids }) =>
  selectProducts(db).where(and(isOnSale, sql`${products.id} = any(${ids}::text[])`)),
)

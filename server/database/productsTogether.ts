import { and, sql } from 'drizzle-orm'

import type { Product } from '#contract/product.ts'
import { products } from './catalogueTables.ts'
import type { Database } from './connect.ts'
import { isOnSale, productOf, selectProducts } from './selectProducts.ts'

type Found = Map<string, Product>

/**
 * Products by id, for many who ask at the same time: while the database answers some, the next ones
 * gather and then go together. Not for within a transaction.
 */
export function productsTogether(db: Database) {
  let gathered = new Set<string>()
  let next: Promise<Found> | undefined
  let running: Promise<unknown> = Promise.resolve()

  async function send(): Promise<Found> {
    await running
    const ids = [...gathered]
    gathered = new Set()
    next = undefined
    const found = read(db, ids)
    running = found.catch(() => {})
    return found
  }

  return async (ids: string[]): Promise<Product[]> => {
    if (ids.length === 0) return []
    for (const id of ids) gathered.add(id)
    next ??= send()
    const found = await next
    return ids.flatMap((id) => found.get(id) ?? [])
  }
}

async function read(db: Database, ids: string[]): Promise<Found> {
  const rows = await selectProducts(db)
    .where(and(isOnSale, sql`${products.id} = any(${sql.param(ids)}::text[])`))
    .prepare('products_together')
    .execute()
  return new Map(rows.map((row) => [row.id, productOf(row)]))
}

import type { Product } from '#contract/catalogue/product.ts'
import type { Database } from '#server/database/client/connect.ts'
import { readProducts } from './products.ts'

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
    const found = readProducts(db, ids)
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

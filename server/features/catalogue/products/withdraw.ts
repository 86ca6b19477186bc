import { eq } from 'drizzle-orm'

import { noProductWithCode } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { orderLines } from '#server/database/schema/orders.ts'
import { stockMoves } from '#server/database/schema/stock.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

async function lockProduct(tx: Database, code: string) {
  const [product] = await tx.select().from(products).where(eq(products.code, code)).for('update')
  if (!product) throw noProductWithCode(code)
  return product
}

/**
 * Takes a product off the store: its page is gone, and bags leave it out. Orders keep it. An import does not show it
 * again, only `showProduct` does.
 *
 * @throws StoreError 'not_found'
 */
export function withdrawProduct(db: Database, code: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { id, withdrawnAt } = await lockProduct(tx, code)
    const isWithdrawn = { isPublished: false, withdrawnAt: withdrawnAt ?? clock.now() }
    await tx.update(products).set(isWithdrawn).where(eq(products.id, id))
  })
}

/**
 * Shows a withdrawn product again.
 *
 * @throws StoreError 'not_found', or 'not_allowed_now' if it lacks a declaration that the law requires
 */
export function showProduct(db: Database, code: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const product = await lockProduct(tx, code)
    const declarations = ['origin', 'maker', 'makerAddress', 'netQuantity', 'careContact'] as const
    const missing = declarations.filter((name) => product[name] === '')
    if (missing.length > 0)
      throw new StoreError('not_allowed_now', `${code} is a draft: it lacks ${missing.join(', ')}`)
    const isShown = { isPublished: true, withdrawnAt: null }
    await tx.update(products).set(isShown).where(eq(products.id, product.id))
  })
}

/**
 * Deletes a product that was never ordered, with its stock, reviews and alerts, and from every bag and wishlist.
 *
 * @throws StoreError 'not_found', or 'not_allowed_now' if it was ordered
 */
export function deleteProduct(db: Database, code: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { id } = await lockProduct(tx, code)
    if ((await tx.$count(orderLines, eq(orderLines.productId, id))) > 0)
      throw new StoreError('not_allowed_now', `${code} was ordered; withdraw it instead`)
    await tx.delete(stockMoves).where(eq(stockMoves.productId, id))
    await tx.delete(products).where(eq(products.id, id))
  })
}

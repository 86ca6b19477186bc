import { and, asc, eq, isNull } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import { groupNotFound } from '#server/commerce/errors.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { brands, categories, sizeCharts, subcategories } from '#server/database/schema/catalogue.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

export type SizeChart = typeof sizeCharts.$inferSelect

/** What a chart is for: without a brand or subcategory, for all of them that have no chart of their own. */
export type ChartScope = {
  categoryId: string
  brandId?: string | undefined
  subcategoryId?: string | undefined
}

export const listSizeCharts = (db: Database): Promise<SizeChart[]> =>
  db.select().from(sizeCharts).orderBy(asc(sizeCharts.categoryId), asc(sizeCharts.id))

const isFor = ({ categoryId, brandId, subcategoryId }: ChartScope) =>
  and(
    eq(sizeCharts.categoryId, categoryId),
    brandId === undefined ? isNull(sizeCharts.brandId) : eq(sizeCharts.brandId, brandId),
    subcategoryId === undefined
      ? isNull(sizeCharts.subcategoryId)
      : eq(sizeCharts.subcategoryId, subcategoryId),
  )

/**
 * Replaces the chart of a category, or of one brand or subcategory in it.
 *
 * @throws StoreError 'not_found'
 */
export function setSizeChart(db: Database, scope: ChartScope, images: string[]): Promise<void> {
  return inTransaction(db, async (tx) => {
    await requireScope(tx, scope)
    await tx.delete(sizeCharts).where(isFor(scope))
    await tx.insert(sizeCharts).values({ ...scope, id: randomUUID(), images })
  })
}

/** @throws StoreError 'not_found' if there is no chart for exactly this */
export async function removeSizeChart(db: Database, scope: ChartScope): Promise<void> {
  const removed = await db.delete(sizeCharts).where(isFor(scope)).returning({ id: sizeCharts.id })
  if (removed.length === 0) throw new StoreError('not_found', 'There is no such size chart')
}

async function requireScope(tx: Database, { categoryId, brandId, subcategoryId }: ChartScope) {
  const parts = [
    ['category', categories, categoryId],
    ['brand', brands, brandId],
    ['subcategory', subcategories, subcategoryId],
  ] as const
  for (const [kind, table, id] of parts) {
    if (id !== undefined && (await tx.$count(table, eq(table.id, id))) === 0)
      throw groupNotFound(kind, id)
  }
}

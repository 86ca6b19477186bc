import { desc, eq, sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { products, reviews } from '#server/database/schema/catalogue.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

/** The newest reviews with words, for staff; with the reasons of those that are hidden. */
export function readNewestReviews(db: Database, limit: number) {
  const { id, stars, words, firstName, hiddenReason, createdAt } = reviews
  return db
    .select({
      ...{ id, at: createdAt, productName: products.name, stars, firstName, words, hiddenReason },
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .orderBy(desc(createdAt))
    .limit(limit)
}

/**
 * Hides the words of a review from everybody but its author, or shows them again. The stars still count, so
 * that a store cannot improve its ratings.
 *
 * @param reason for staff; null to show the words
 * @throws StoreError 'not_found'
 */
export async function hideReview(db: Database, id: string, reason: string | null): Promise<void> {
  const changed = await db
    .update(reviews)
    .set({ hiddenReason: reason })
    .where(sql`${reviews.id}::text = ${id}`)
    .returning({ id: reviews.id })
  if (changed.length === 0)
    throw new StoreError('not_found', `There is no review with the id ${id}`)
}

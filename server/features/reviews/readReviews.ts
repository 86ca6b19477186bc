import { and, desc, eq, sql } from 'drizzle-orm'

import type { Review, ReviewsReply } from '#contract/review.ts'
import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { readFit } from '#server/database/readFit.ts'
import { reviews } from '#server/database/reviewTables.ts'
import { isMoment } from '#server/platform/isMoment.ts'
import { StoreError } from '#server/platform/storeError.ts'

const { pageSize } = rules.reviews

/** What is said of a product, the newest first, with what it comes to in all. */
export async function readReviews(
  db: Database,
  productId: string,
  cursor?: string,
): Promise<ReviewsReply['result']> {
  const after = cursor === undefined ? undefined : placeOf(cursor)
  const rows = await db
    .select()
    .from(reviews)
    .where(
      and(
        eq(reviews.productId, productId),
        after &&
          sql`(${reviews.createdAt}, ${reviews.id}) < (${after.at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(pageSize + 1)
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  const summary = await readFit(db, productId)
  return {
    data: shown.map(reviewOf),
    ...summary,
    nextCursor: last ? cursorOf(last) : null,
  }
}

type Row = typeof reviews.$inferSelect

const reviewOf = ({ stars, words, fit, size, firstName, createdAt }: Row): Review => ({
  stars,
  words,
  fit,
  size,
  firstName,
  at: createdAt.toISOString(),
})

const cursorOf = ({ createdAt, id }: Row) =>
  Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')

function placeOf(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!isMoment(at) || !/^[\w-]+$/.test(id))
    throw new StoreError('invalid', 'This page does not exist')
  return { at, id }
}

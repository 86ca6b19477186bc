import { and, count, desc, eq, sql } from 'drizzle-orm'

import type { FitCounts, Review, ReviewsReply } from '#contract/review.ts'
import { rules } from '#contract/rules.ts'
import { sizeHintOf } from '#contract/sizeHintOf.ts'
import { products } from '#server/database/catalogueTables.ts'
import type { Database } from '#server/database/connect.ts'
import { orderLines } from '#server/database/orderTables.ts'
import { reviews } from '#server/database/reviewTables.ts'
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
  const summary = await summaryOf(db, productId)
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

async function summaryOf(db: Database, productId: string) {
  const said = (fit: string) => sql<number>`count(*) filter (where ${reviews.fit} = ${fit})::int`
  const [row] = await db
    .select({
      count: count(),
      average: sql<number | null>`round(avg(${reviews.stars}), 1)::float8`,
      small: said('small'),
      true: said('true'),
      large: said('large'),
    })
    .from(reviews)
    .where(eq(reviews.productId, productId))
  if (!row) return { average: null, count: 0, fit: none, sizeHint: null }
  const { average, count: all, ...fit } = row
  const exchanged = await exchangesOf(db, productId)
  const voices = {
    small: fit.small + exchanged.small,
    true: fit.true,
    large: fit.large + exchanged.large,
  }
  return { average, count: all, fit, sizeHint: sizeHintOf(voices) }
}

const none: FitCounts = { small: 0, true: 0, large: 0 }

/** Who exchanged it for a larger size says that it runs small. */
async function exchangesOf(db: Database, productId: string): Promise<FitCounts> {
  const from = sql`array_position(${products.sizes}, ${orderLines.size}::text)`
  const to = sql`array_position(${products.sizes}, ${orderLines.exchangeSize}::text)`
  const [row] = await db
    .select({
      small: sql<number>`count(*) filter (where ${to} > ${from})::int`,
      true: sql<number>`0`,
      large: sql<number>`count(*) filter (where ${to} < ${from})::int`,
    })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(and(eq(orderLines.productId, productId), eq(orderLines.status, 'Exchanged')))
  return row ?? none
}

const cursorOf = ({ createdAt, id }: Row) =>
  Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')

function placeOf(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const isPlace = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) && !Number.isNaN(Date.parse(at))
  if (!isPlace || !/^[\w-]+$/.test(id)) throw new StoreError('invalid', 'This page does not exist')
  return { at, id }
}

import { and, count, eq, sql } from 'drizzle-orm'

import { type FitCounts, sizeHintOf } from '#contract/catalogue/review.ts'
import { products, reviews } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines } from '#server/database/schema/orders.ts'
import { preparedStatement } from '#server/database/client/statements.ts'

const countFit = (fit: string) => sql<number>`count(*) filter (where ${reviews.fit} = ${fit})::int`

const reviewSummary = preparedStatement('review_summary', ['productId'], (db, { productId }) =>
  db
    .select({
      count: count(),
      average: sql<number | null>`round(avg(${reviews.stars}), 1)::float8`,
      small: countFit('small'),
      true: countFit('true'),
      large: countFit('large'),
    })
    .from(reviews)
    .where(eq(reviews.productId, productId)),
)

/** Reads the average of the reviews and how a product fits, from its reviews and its exchanges. */
export async function readRatingAndFit(db: Database, productId: string) {
  const [row] = await reviewSummary(db, { productId })
  const [exchanged = noFits] = await countExchanges(db, { productId })
  if (!row) return { average: null, count: 0, fit: noFits, sizeHint: null }
  const { average, count: reviewCount, ...fit } = row
  const allFits = {
    small: fit.small + exchanged.small,
    true: fit.true,
    large: fit.large + exchanged.large,
  }
  return { average, count: reviewCount, fit, sizeHint: sizeHintOf(allFits) }
}

const noFits: FitCounts = { small: 0, true: 0, large: 0 }

/** The status is inlined instead of a parameter, so that a prepared plan uses the partial index. */
const isExchanged = sql`${orderLines.status} = 'Exchanged'`

/** An exchange for a larger size counts as a review that says the product runs small. */
const countExchanges = preparedStatement('count_exchanges', ['productId'], (db, { productId }) => {
  const from = sql`array_position(${products.sizes}, ${orderLines.size}::text)`
  const to = sql`array_position(${products.sizes}, ${orderLines.exchangeSize}::text)`
  return db
    .select({
      small: sql<number>`count(*) filter (where ${to} > ${from})::int`,
      true: sql<number>`0`,
      large: sql<number>`count(*) filter (where ${to} < ${from})::int`,
    })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(and(eq(orderLines.productId, productId), isExchanged))
})

import { and, count, eq, sql } from 'drizzle-orm'

import { type FitCounts, sizeHintOf } from '#contract/catalogue/review.ts'
import { products } from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines } from '#server/database/schema/orders.ts'
import { reviews } from '#server/database/schema/reviews.ts'
import { preparedStatement, pipeline } from '#server/database/client/statements.ts'

const said = (fit: string) => sql<number>`count(*) filter (where ${reviews.fit} = ${fit})::int`

const opinions = preparedStatement('product_opinions', ['productId'], (db, { productId }) =>
  db
    .select({
      count: count(),
      average: sql<number | null>`round(avg(${reviews.stars}), 1)::float8`,
      small: said('small'),
      true: said('true'),
      large: said('large'),
    })
    .from(reviews)
    .where(eq(reviews.productId, productId)),
)

/** What reviews come to, and how a product runs by them and by what was exchanged. */
export async function readFit(db: Database, productId: string) {
  const [[row], [exchanged = none]] = await pipeline([
    opinions(db, { productId }),
    exchanges(db, { productId }),
  ])
  if (!row) return { average: null, count: 0, fit: none, sizeHint: null }
  const { average, count: all, ...fit } = row
  const voices = {
    small: fit.small + exchanged.small,
    true: fit.true,
    large: fit.large + exchanged.large,
  }
  return { average, count: all, fit, sizeHint: sizeHintOf(voices) }
}

const none: FitCounts = { small: 0, true: 0, large: 0 }

/** Written out, not as a parameter, so that a prepared plan uses the partial index. */
const isExchanged = sql`${orderLines.status} = 'Exchanged'`

/** A customer who exchanged it for a larger size says that it runs small. */
const exchanges = preparedStatement('product_exchanges', ['productId'], (db, { productId }) => {
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

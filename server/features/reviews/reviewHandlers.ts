import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'

import type { NewReview, Review, ReviewsReply } from '#contract/catalogue/review.ts'
import * as rules from '#contract/rules.ts'
import { readFit } from '#server/commerce/sizeFit.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { reviews } from '#server/database/schema/catalogue.ts'
import { users } from '#server/database/schema/users.ts'
import { type Handlers, ok, type CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import { clock, isMoment } from '#server/platform/runtime/clock.ts'

type ReviewDeps = { hasRateLimits: boolean }

const dayMs = 24 * 60 * 60 * 1000

/** Reads and writes product reviews. */
export function reviewHandlers({ hasRateLimits }: ReviewDeps): Handlers {
  return {
    readReviews: async ({ db, params, query }) =>
      ok({ result: await readReviews(db, params.id ?? '', query.cursor) }),

    addReview: async ({ store, params, body }) => {
      if (hasRateLimits) {
        const bucket = `reviews:${store.userId}`
        const limit = { bucket, max: rules.limits.reviews, withinMs: dayMs }
        await limitRate(
          store.db,
          limit,
          'You’ve reached today’s limit for reviews. Please try again tomorrow.',
        )
      }
      await writeReview(store, params.id ?? '', body)
      return ok({ msg: 'Thank you for your review' })
    },
  }
}

const { pageSize } = rules.reviews

/** Reads a page of the reviews of a product, newest first, with their summary. */
async function readReviews(
  db: Database,
  productId: string,
  cursor?: string,
): Promise<ReviewsReply['result']> {
  const after = cursor === undefined ? undefined : parseCursor(cursor)
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
  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1) : undefined
  const summary = await readFit(db, productId)
  return {
    data: page.map(reviewOf),
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

function parseCursor(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!isMoment(at) || !/^[\w-]+$/.test(id))
    throw new StoreError('invalid', 'This page doesn’t exist')
  return { at, id }
}

/**
 * Saves the review of a customer who has received the product. A second review replaces the first.
 */
async function writeReview(
  store: CustomerStore,
  productId: string,
  { stars, words = '', fit }: NewReview,
): Promise<void> {
  const size = await readReceivedSize(store, productId)
  if (size === undefined) {
    throw new StoreError('not_allowed_now', 'Only customers who bought this item can review it')
  }
  const review = { stars, words, fit: fit ?? null, size, createdAt: clock.now() }
  const { db, userId } = store
  const [user] = await db
    .select({ firstName: users.firstName })
    .from(users)
    .where(eq(users.id, userId))
  await db
    .insert(reviews)
    .values({ productId, userId, firstName: user?.firstName ?? '', ...review })
    .onConflictDoUpdate({ target: [reviews.productId, reviews.userId], set: review })
}

/** The size that the customer received most recently, after trials. */
async function readReceivedSize({ db, userId }: CustomerStore, productId: string) {
  const [line] = await db
    .select({ size: sql<string>`coalesce(${orderLines.soldSize}, ${orderLines.size})` })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.state, 'placed'),
        eq(orderLines.productId, productId),
        isNotNull(orderLines.deliveredAt),
      ),
    )
    .orderBy(desc(orderLines.deliveredAt))
    .limit(1)
  return line?.size
}

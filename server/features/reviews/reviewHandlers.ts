import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'

import type { NewReview, OwnReview, Review, ReviewsResponse } from '#contract/catalogue/review.ts'
import * as rules from '#contract/rules.ts'
import { accountNotFound } from '#server/commerce/errors.ts'
import { ownPhotoUrls, publicPhotoUrls } from '#server/commerce/catalogue/reviewPhotos.ts'
import { readRatingAndFit } from '#server/commerce/catalogue/sizeFit.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { reviewPhotos, reviews } from '#server/database/schema/catalogue.ts'
import { users } from '#server/database/schema/users.ts'
import { type FeatureHandlers, ok, type CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import { clock, dayMs, isIsoTimestamp } from '#server/platform/runtime/clock.ts'
import { replacePhotos, resizeReviewPhoto, saveReviewPhoto } from './reviewPhotos.ts'

type ReviewDeps = { hasRateLimits: boolean }

/** Reads and writes product reviews. */
export function reviewHandlers({ hasRateLimits }: ReviewDeps) {
  return {
    readReviews: async ({ db, params, query }) =>
      ok({ result: await readReviews(db, params.id ?? '', query.cursor) }),

    readOwnReview: async ({ customer, params }) =>
      ok({ result: { review: await readOwnReview(customer, params.id ?? '') } }),

    addReviewPhoto: {
      prepare: async ({ customer, params, upload }) => {
        await requireReceived(customer, params.id ?? '')
        return { upload: await resizeReviewPhoto(customer, upload) }
      },
      begin: async ({ customer, upload }) =>
        ok({ result: { url: await saveReviewPhoto(customer, upload) } }),
    },

    addReview: async ({ customer, params, body }) => {
      if (hasRateLimits) {
        const bucket = `reviews:${customer.userId}`
        const limit = { bucket, max: rules.limits.reviewsDaily, withinMs: dayMs }
        await limitRate(
          customer.db,
          limit,
          'You’ve reached today’s limit for reviews. Please try again tomorrow.',
        )
      }
      const { hasPending } = await writeReview(customer, params.id ?? '', body)
      const thanks = 'Thank you for your review'
      return ok({ msg: hasPending ? `${thanks}. ${photoApprovalNotice}` : thanks })
    },
  } satisfies FeatureHandlers
}

const photoApprovalNotice = 'We’ll show your photos once we’ve checked them.'

const { pageSize } = rules.reviews

/** Reads a page of the reviews of a product, newest first, with their summary. */
async function readReviews(
  db: Database,
  productId: string,
  cursor?: string,
): Promise<ReviewsResponse['result']> {
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const rows = await db
    .select({ ...getTableColumns(reviews), photoIds: approvedPhotoIds })
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
  const summary = await readRatingAndFit(db, productId)
  return {
    data: page.map(reviewOf),
    ...summary,
    nextCursor: last ? cursorOf(last) : null,
  }
}

type Row = typeof reviews.$inferSelect

/** In the order that the customer chose. */
const approvedPhotoIds = sql<string[]>`array(
  select p.id::text from review_photos p
  where p.review_id = reviews.id and p.approved_at is not null
  order by p.position, p.id)`

const reviewFields = ({ stars, words, fit, size, firstName, createdAt }: Row) => ({
  stars,
  words,
  fit,
  size,
  firstName,
  at: createdAt.toISOString(),
})

/** Hidden words are shown to their author only. */
const reviewOf = ({ photoIds, ...row }: Row & { photoIds: string[] }): Review => ({
  ...reviewFields(row),
  ...(row.hiddenReason !== null && { words: '' }),
  photos: photoIds.map(publicPhotoUrls),
})

/** Reads the customer's review of a product, with photos that have not been approved yet. */
async function readOwnReview(
  { db, userId }: CustomerContext,
  productId: string,
): Promise<OwnReview | null> {
  const [row] = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.userId, userId)))
  if (!row) return null
  const { id, approvedAt, reviewId, position } = reviewPhotos
  const photos = await db
    .select({ id, approvedAt })
    .from(reviewPhotos)
    .where(eq(reviewId, row.id))
    .orderBy(asc(position), asc(id))
  return {
    ...reviewFields(row),
    photos: photos.map((photo) => ({ ...ownPhotoUrls(photo), isPending: !photo.approvedAt })),
  }
}

const cursorOf = ({ createdAt, id }: Row) =>
  Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')

function parseCursor(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!isIsoTimestamp(at) || !/^[\w-]+$/.test(id))
    throw new StoreError('invalid', 'This page doesn’t exist')
  return { at, id }
}

/**
 * Saves the review of a customer who has received the product. A second review replaces the first.
 * Returns whether it has photos that nobody has checked yet.
 */
async function writeReview(
  customer: CustomerContext,
  productId: string,
  { stars, words = '', fit, photos }: NewReview,
): Promise<{ hasPending: boolean }> {
  const size = await requireReceived(customer, productId)
  const review = { stars, words, fit: fit ?? null, size, createdAt: clock.now() }
  const { userId } = customer
  return inTransaction(customer.db, async (db) => {
    // The lock makes a deletion of the account wait, so that it also clears this review.
    const [user] = await db
      .select({ firstName: users.firstName })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.erasedAt)))
      .for('key share')
    if (!user) throw accountNotFound()
    const [saved] = await db
      .insert(reviews)
      .values({ productId, userId, firstName: user.firstName, ...review })
      .onConflictDoUpdate({ target: [reviews.productId, reviews.userId], set: review })
      .returning({ id: reviews.id })
    const reviewId = saved?.id ?? ''
    if (photos) await replacePhotos({ db, userId }, reviewId, photos)
    const isPending = and(eq(reviewPhotos.reviewId, reviewId), isNull(reviewPhotos.approvedAt))
    return { hasPending: (await db.$count(reviewPhotos, isPending)) > 0 }
  })
}

/**
 * The size that the customer received most recently, after trials.
 *
 * @throws StoreError 'not_allowed_now' if they have not received the product
 */
async function requireReceived(
  { db, userId }: CustomerContext,
  productId: string,
): Promise<string> {
  const [line] = await db
    .select({ size: sql<string>`coalesce(${orderLines.soldSize}, ${orderLines.size})` })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.checkoutStatus, 'completed'),
        eq(orderLines.productId, productId),
        isNotNull(orderLines.deliveredAt),
      ),
    )
    .orderBy(desc(orderLines.deliveredAt))
    .limit(1)
  if (line) return line.size
  throw new StoreError('not_allowed_now', 'Only customers who bought this item can review it')
}

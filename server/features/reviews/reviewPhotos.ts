import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'

import * as rules from '#contract/rules.ts'
import { photoNotFound } from '#server/commerce/errors.ts'
import { pendingPhotoUrl } from '#server/commerce/catalogue/reviewPhotos.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products, reviewPhotos, reviews } from '#server/database/schema/catalogue.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { cropThumbnail, resizeUpload, sendPhoto } from '#server/platform/images/uploadedPhoto.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** Scales a photo down, without the metadata of the camera. */
export const resizeReviewPhoto = (
  { db, userId }: CustomerContext,
  file: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> =>
  resizeUpload(db, file, { bucket: `review-photos:${userId}`, ...rules.reviewPhotos })

/** Stores a resized photo and returns its URL path. Without a review it is deleted after a day. */
export async function saveReviewPhoto(
  { db, userId }: CustomerContext,
  photo: Uint8Array,
): Promise<string> {
  const [saved] = await db
    .insert(reviewPhotos)
    .values({ userId, picture: Buffer.from(photo), createdAt: clock.now() })
    .returning({ id: reviewPhotos.id })
  return pendingPhotoUrl(saved?.id ?? '')
}

/** The id in the URL of a review photo, pending or public; undefined for any other text. */
const photoIdIn = (url: string): string | undefined =>
  /^\/photos\/(?:pending|reviews)\/([\w-]{36})(?:-small)?\.webp$/.exec(url)?.[1]

/**
 * Makes these the photos of a review and deletes its others. Each must belong to the customer and to
 * no other review. The same list twice changes nothing, so that a review can be sent again.
 */
export async function replacePhotos(
  { db, userId }: CustomerContext,
  reviewId: string,
  urls: string[],
): Promise<void> {
  const ids = [...new Set(urls.map((url) => photoIdIn(url) ?? ''))]
  const isOfReview = eq(reviewPhotos.reviewId, reviewId)
  await db.delete(reviewPhotos).where(and(isOfReview, notInArray(reviewPhotos.id, ids)))
  if (ids.length === 0) return
  const claimed = await db
    .update(reviewPhotos)
    .set({
      reviewId,
      position: sql`array_position(${sql.param(ids)}::text[], ${reviewPhotos.id}::text)`,
    })
    .where(
      and(
        inArray(reviewPhotos.id, ids),
        eq(reviewPhotos.userId, userId),
        or(isNull(reviewPhotos.reviewId), isOfReview),
      ),
    )
    .returning({ id: reviewPhotos.id })
  if (claimed.length === ids.length) return
  throw photoNotFound()
}

/** A photo that waits for approval, for the staff. */
export type PendingPhoto = {
  id: string
  url: string
  at: Date
  productId: string
  productName: string
  firstName: string
  stars: number
  words: string
}

/** Reads the photos of reviews that have not been checked, oldest first. */
export async function readPendingPhotos(db: Database): Promise<PendingPhoto[]> {
  const rows = await db
    .select({
      id: reviewPhotos.id,
      at: reviewPhotos.createdAt,
      productId: products.id,
      productName: products.name,
      firstName: reviews.firstName,
      stars: reviews.stars,
      words: reviews.words,
    })
    .from(reviewPhotos)
    .innerJoin(reviews, eq(reviews.id, reviewPhotos.reviewId))
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(isNull(reviewPhotos.approvedAt))
    .orderBy(asc(reviewPhotos.createdAt), asc(reviewPhotos.position), asc(reviewPhotos.id))
  return rows.map((photo) => ({ ...photo, url: pendingPhotoUrl(photo.id) }))
}

const isSent = isNotNull(reviewPhotos.reviewId)

/**
 * Shows a photo to everybody. A photo that is approved already stays as it is.
 *
 * @throws StoreError 'not_found'
 */
export async function approvePhoto(db: Database, id: string): Promise<void> {
  const hasId = and(eq(reviewPhotos.id, id), isSent)
  const { picture, approvedAt } = reviewPhotos
  const [photo] = await db.select({ picture, approvedAt }).from(reviewPhotos).where(hasId)
  if (!photo) throw noSuchPhoto(id)
  if (photo.approvedAt) return
  const thumbnail = await cropThumbnail(photo.picture, rules.reviewPhotos.thumbnailPx)
  const approved = await db
    .update(reviewPhotos)
    .set({ thumbnail, approvedAt: clock.now() })
    .where(hasId)
    .returning({ id: reviewPhotos.id })
  // The customer may have removed it meanwhile.
  if (approved.length === 0) throw noSuchPhoto(id)
}

/**
 * Deletes a photo, whether it is shown already or not. The review stays.
 *
 * @throws StoreError 'not_found'
 */
export async function rejectPhoto(db: Database, id: string): Promise<void> {
  const deleted = await db
    .delete(reviewPhotos)
    .where(and(eq(reviewPhotos.id, id), isSent))
    .returning({ id: reviewPhotos.id })
  if (deleted.length === 0) throw noSuchPhoto(id)
}

const noSuchPhoto = (id: string) =>
  new StoreError('not_found', `There is no review photo with the id ${id}`)

/** A day, so that a photo that is removed later disappears from caches soon. */
const cachedForADay = 'public, max-age=86400'

/**
 * Serves the photos of reviews. `/photos/reviews` has approved photos, for everybody. `/photos/pending`
 * needs no login either: its URLs are random, and only the customer and the staff know them. Approved
 * photos stay there for pages that are still open.
 */
export function reviewPhotoRoutes(db: Database, reads: Database) {
  const { id, approvedAt, picture, thumbnail } = reviewPhotos
  return new Hono()
    .get('/photos/pending/:name', async (c) => {
      const hasId = eq(id, photoIdIn(c.req.path) ?? '')
      const [photo] = await db.select({ bytes: picture }).from(reviewPhotos).where(hasId)
      return sendPhoto(c, photo?.bytes)
    })
    .get('/photos/reviews/:name', async (c) => {
      const hasId = eq(id, photoIdIn(c.req.path) ?? '')
      const bytes = c.req.path.endsWith('-small.webp') ? thumbnail : picture
      const [photo] = await reads
        .select({ bytes })
        .from(reviewPhotos)
        .where(and(hasId, isNotNull(approvedAt)))
      return sendPhoto(c, photo?.bytes, cachedForADay)
    })
}

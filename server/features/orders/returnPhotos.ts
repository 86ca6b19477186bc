import { eq } from 'drizzle-orm'
import { Hono } from 'hono'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { returnPhotos } from '#server/database/schema/orders.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { resizeUpload, sendPhoto } from '#server/platform/images/uploadedPhoto.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** Scales a photo down, without the metadata of the camera. */
export const resizeReturnPhoto = (
  { db, userId }: CustomerStore,
  file: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> =>
  resizeUpload(db, file, { bucket: `return-photos:${userId}`, ...rules.returnPhotos })

/** Stores a resized photo and returns its URL path. */
export async function saveReturnPhoto(
  { db, userId }: CustomerStore,
  picture: Uint8Array,
): Promise<string> {
  const [saved] = await db
    .insert(returnPhotos)
    .values({ userId, picture: Buffer.from(picture), createdAt: clock.now() })
    .returning({ id: returnPhotos.id })
  return returnPhotoPath(saved?.id ?? '')
}

const basePath = '/photos/returns/'

/** The URL path of a return photo. The id is random and cannot be guessed. */
export const returnPhotoPath = (id: string) => `${basePath}${id}.webp`

/** The id in the path of a return photo; undefined for any other path. */
export const returnPhotoIdIn = (path: string): string | undefined =>
  /^\/photos\/returns\/([\w-]{36})\.webp$/.exec(path)?.[1]

/**
 * Serves return photos without a login: the URL is random and only the customer and staff know it.
 */
export const returnPhotoRoutes = (db: Database) =>
  new Hono().get('/photos/returns/:name{[\\w-]{36}\\.webp}', async (c) => {
    const [id = ''] = c.req.param('name').split('.')
    const [photo] = await db.select().from(returnPhotos).where(eq(returnPhotos.id, id))
    return sendPhoto(c, photo?.picture)
  })

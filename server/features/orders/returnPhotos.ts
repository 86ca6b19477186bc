import { eq } from 'drizzle-orm'
import { Hono } from 'hono'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { returnPhotos } from '#server/database/schema/orders.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import { taskQueue } from '#server/platform/runtime/concurrency.ts'
import { clock } from '#server/platform/runtime/clock.ts'

const { perUserDaily, longestEdgePx } = rules.returnPhotos
const dayMs = 24 * 60 * 60 * 1000

const limitInputPixels = 50_000_000
/** Decoding a phone photo takes well under a second. */
const timeoutSeconds = 10
/** Each photo takes a thread and up to 200 MB of memory while it is decoded. */
const runLimited = taskQueue({ max: 2 })

/**
 * Scales a photo down and removes the metadata of the camera (place, time, device). Every decoded
 * photo counts towards the daily limit of the customer, because decoding is expensive.
 *
 * @throws StoreError 'too_many', or 'invalid' if the file is no photo
 */
export async function resizeReturnPhoto(
  { db, userId }: CustomerStore,
  file: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (file.length === 0) throw new StoreError('invalid', 'Please choose a photo')
  if (!photoFormatOf(file)) {
    throw new StoreError('invalid', 'Please choose a JPEG, PNG or WebP photo')
  }
  const limit = { bucket: `return-photos:${userId}`, max: perUserDaily, withinMs: dayMs }
  await limitRate(db, limit, 'You’ve reached today’s limit for photos. Please try again tomorrow.')
  return runLimited(() => resize(file))
}

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

async function resize(file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded when the first photo arrives: the library is large.
  const { default: sharp } = await import('sharp')
  const size = { width: longestEdgePx, height: longestEdgePx }
  try {
    const picture = await sharp(file, { limitInputPixels })
      .rotate()
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer()
    return new Uint8Array(picture)
  } catch {
    throw new StoreError('invalid', 'We couldn’t read this photo. Please choose another one.')
  }
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
    c.header('Cache-Control', 'private, no-store')
    if (!photo) return c.text('Not found', 404)
    return c.body(new Uint8Array(photo.picture), 200, { 'Content-Type': 'image/webp' })
  })

/**
 * Brands of ISO base media files whose images the image library can decode. HEIC is missing because its
 * decoder is not freely licensed. Browsers on devices that take HEIC photos convert them to JPEG for upload.
 */
const heifBrand = /^(mif1|msf1|avif|avis)$/

type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'heif'

/**
 * The format of a photo by its first bytes, whatever its name or Content-Type says. Undefined for
 * anything else: image libraries read many more formats, and some (SVG) are programs that can run
 * for a long time.
 */
function photoFormatOf(file: Uint8Array): PhotoFormat | undefined {
  const text = (from: number, to: number) =>
    String.fromCharCode(...file.subarray(from, Math.min(to, file.length)))
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && heifBrand.test(text(8, 12))) return 'heif'
  return undefined
}

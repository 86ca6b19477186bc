import type { Context } from 'hono'

import type { Database } from '#server/database/client/connect.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import { taskQueue } from '#server/platform/runtime/concurrency.ts'
import { dayMs } from '#server/platform/runtime/clock.ts'

const limitInputPixels = 50_000_000
/** Decoding a phone photo takes well under a second. */
const timeoutSeconds = 10
const quality = 75
/** Each photo takes a thread and up to 200 MB of memory while it is decoded. */
const runLimited = taskQueue({ max: 2 })

type UploadLimit = {
  /** The rate-limit bucket that counts the photos of a customer. */
  bucket: string
  perUserDaily: number
  longestEdgePx: number
}

/**
 * Scales a photo down and removes the metadata of the camera (place, time, device). Every decoded
 * photo counts towards the daily limit of the customer, because decoding is expensive.
 *
 * @throws StoreError 'too_many', or 'invalid' if the file is no photo
 */
export async function resizeUpload(
  db: Database,
  file: Uint8Array<ArrayBuffer>,
  { bucket, perUserDaily, longestEdgePx }: UploadLimit,
): Promise<Uint8Array<ArrayBuffer>> {
  if (file.length === 0) throw new StoreError('invalid', 'Choose a photo')
  if (!photoFormatOf(file)) {
    throw new StoreError('invalid', 'Choose a JPEG, PNG or WebP photo')
  }
  const limit = { bucket, max: perUserDaily, withinMs: dayMs }
  await limitRate(db, limit, 'You’ve reached today’s limit for photos. Please try again tomorrow.')
  return runLimited(() => resize(file, longestEdgePx))
}

async function resize(file: Uint8Array, edgePx: number): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded when the first photo arrives: the library is large.
  const { default: sharp } = await import('sharp')
  try {
    const photo = await sharp(file, { limitInputPixels })
      .rotate()
      .resize({ width: edgePx, height: edgePx, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .timeout({ seconds: timeoutSeconds })
      .toBuffer()
    return new Uint8Array(photo)
  } catch {
    throw new StoreError('invalid', 'We couldn’t read this photo. Please choose another one.')
  }
}

/** Crops a resized photo to a small square. */
export async function cropThumbnail(photo: Uint8Array, edgePx: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(photo)
    .resize({ width: edgePx, height: edgePx, fit: 'cover' })
    .webp({ quality })
    .toBuffer()
}

/** Sends a photo; without one, a 404 that is not cached. */
export function sendPhoto(
  c: Context,
  photo: Buffer | null | undefined,
  cacheControl = noStore,
): Response {
  if (!photo) return c.text('Not found', 404, { 'Cache-Control': noStore })
  const headers = { 'Content-Type': 'image/webp', 'Cache-Control': cacheControl }
  return c.body(new Uint8Array(photo), 200, headers)
}

/** For photos that only their customer and the staff may see. */
const noStore = 'private, no-store'

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

import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect } from 'vitest'

import { rateLimits } from '#server/database/schema/operations.ts'
import { resizeUpload } from '#server/platform/images/uploadedPhoto.ts'
import { incrementBucket, limitRate } from '#server/platform/limits/rateLimits.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test } from '#tests/support/api/apiTest.ts'

const start = new Date('2026-11-20T10:00:00Z').getTime()
const day = 24 * 60 * 60_000
const at = (ms: number) => setClock(() => new Date(start + ms))

const limit = { bucket: 'photos:asha', perUserDaily: 2, longestEdgePx: 30 }
const file = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const invalid = (message: string) => ({ code: 'invalid', message })

/** A photo of 60 × 40 pixels that a camera has turned, with the place in its metadata. */
const cameraPhoto = async () =>
  new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'where it was taken' } })
      .jpeg()
      .toBuffer(),
  )

test('an uploaded photo is rotated upright, scaled down and stripped of the camera’s metadata [order.5] [safe.5]', async ({
  db,
}) => {
  const stored = await resizeUpload(db, await cameraPhoto(), limit)

  const { format, width, height, exif, orientation } = await sharp(stored).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 20, height: 30 })
  expect([exif, orientation]).toEqual([undefined, undefined])
})

test('a small photo is not enlarged [order.5]', async ({ db }) => {
  const stored = await resizeUpload(db, await cameraPhoto(), { ...limit, longestEdgePx: 500 })

  expect(await sharp(stored).metadata()).toMatchObject({ width: 40, height: 60 })
})

test('a customer can upload a limited number of photos a day, whether or not they can be decoded [safe.4]', async ({
  db,
}) => {
  const photo = await cameraPhoto()
  at(0)
  await resizeUpload(db, photo, limit)
  await expect(resizeUpload(db, file('\xff\xd8\xff broken'), limit)).rejects.toMatchObject(
    invalid('We couldn’t read this photo. Please choose another one.'),
  )

  at(day - 1)
  await expect(resizeUpload(db, photo, limit)).rejects.toMatchObject({
    code: 'too_many',
    message: 'You’ve reached today’s limit for photos. Please try again tomorrow.',
    retryAfterSeconds: 1,
  })
  await expect(resizeUpload(db, photo, { ...limit, bucket: 'photos:ravi' })).resolves.toBeDefined()
  at(day)
  await expect(resizeUpload(db, photo, limit)).resolves.toBeDefined()
})

test.for([
  '\x89PNG\r\n\x1a\n',
  'RIFF\0\0\0\0WEBP',
  '\0\0\0\x18ftypmif1',
  '\0\0\0\x18ftypmsf1',
  '\0\0\0\x18ftypavif',
  '\0\0\0\x18ftypavis',
])('a file that starts like a photo is decoded and counted: %j [safe.3]', async (text, { db }) => {
  await expect(resizeUpload(db, file(text), limit)).rejects.toMatchObject(
    invalid('We couldn’t read this photo. Please choose another one.'),
  )

  expect(await db.select().from(rateLimits)).toMatchObject([{ bucket: limit.bucket, count: 1 }])
})

test.for([
  '\xff\xd8',
  'x\xff\xd8\xff',
  '\x89PNG\r\n\x1a\r',
  'RIFF\0\0\0\0WAVE',
  'riff\0\0\0\0WEBP',
  '\0\0\0\x18ftypheic',
  '\0\0\0\x18ftypavi',
  '\0\0\0\x18ftypavif'.slice(1),
  '\0\0\0\x18moovavif',
  '<svg></svg>',
])(
  'a file that does not start like a photo is neither decoded nor counted: %j [safe.3]',
  async (text, { db }) => {
    await expect(resizeUpload(db, file(text), limit)).rejects.toMatchObject(
      invalid('Choose a JPEG, PNG or WebP photo'),
    )

    expect(await db.$count(rateLimits)).toBe(0)
  },
)

test('an empty file is not a photo [safe.3]', async ({ db }) => {
  await expect(resizeUpload(db, file(''), limit)).rejects.toMatchObject(invalid('Choose a photo'))
})

test('a limit counts every call of its window, and starts again when the window has ended [safe.4]', async ({
  db,
}) => {
  const call = () => limitRate(db, { bucket: 'codes:asha', max: 2, withinMs: 60_000 }, 'Wait')
  at(0)
  await call()
  at(30_000)
  await call()
  at(59_999)
  await expect(call()).rejects.toMatchObject({ code: 'too_many', message: 'Wait' })

  at(60_000)
  const again = await incrementBucket(db, { bucket: 'codes:asha', withinMs: 60_000 })

  expect(again).toEqual({ count: 1, resetsAt: new Date(start + 120_000) })
  expect(await db.$count(rateLimits, eq(rateLimits.count, 1))).toBe(1)
})

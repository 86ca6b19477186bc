import { Hono } from 'hono'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { cropThumbnail, sendPhoto } from './uploadedPhoto.ts'

const aPhoto = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()

test('a thumbnail is a square of the requested size', async () => {
  const thumbnail = await cropThumbnail(await aPhoto(40, 20), 16)

  expect(await sharp(thumbnail).metadata()).toMatchObject({
    format: 'webp',
    width: 16,
    height: 16,
  })
})

async function requestPhoto(...sent: [photo: Buffer | null | undefined, cacheControl?: string]) {
  const response = await new Hono().get('/', (c) => sendPhoto(c, ...sent)).request('/')
  const { status, headers } = response
  return {
    status,
    type: headers.get('Content-Type'),
    cache: headers.get('Cache-Control'),
    text: await response.text(),
  }
}

test('a photo is not cached unless it is public [safe.5]', async () => {
  const photo = Buffer.from('webp')
  const seen = { status: 200, type: 'image/webp', text: 'webp' }

  expect(await requestPhoto(photo)).toEqual({ ...seen, cache: 'private, no-store' })
  expect(await requestPhoto(photo, 'public, max-age=60')).toEqual({
    ...seen,
    cache: 'public, max-age=60',
  })
})

test.each([null, undefined])(
  'a photo that is %s is a 404 that is not cached [safe.5]',
  async (none) => {
    expect(await requestPhoto(none, 'public, max-age=60')).toMatchObject({
      status: 404,
      cache: 'private, no-store',
      text: 'Not found',
    })
  },
)

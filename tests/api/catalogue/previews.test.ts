import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect } from 'vitest'

import { shareImagePath } from '#contract/catalogue/photos.ts'
import { shareRoutes } from '#server/app/files/shareImages.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { imageRoutes } from '#server/demo/imageRoutes.ts'
import { test as demoTest } from '#tests/support/api/demoShop.ts'

type Setup = { app: Hono; folder: string; product: { _id: string; photos: string[] } }

/** A product of the demo store with its photos, and a folder for share images. */
const test = demoTest.extend<{ setup: Setup }>({
  setup: async ({ db }, use) => {
    const [row] = await db.select().from(products).limit(1)
    const product = { _id: row?.id ?? '', photos: row?.photos ?? [] }
    const folder = await mkdtemp(join(tmpdir(), 'pehno-share-'))
    const app = new Hono().route('/', imageRoutes)
    app.route('/', shareRoutes({ db, app, folder }))
    await use({ app, folder, product })
    await rm(folder, { recursive: true })
  },
})

/** Width and height according to the JPEG header. */
function sizeOf(jpeg: Buffer): [width: number, height: number] {
  let at = 2
  while (at < jpeg.length) {
    const mark = jpeg.readUInt16BE(at)
    if (mark >= 0xffc0 && mark <= 0xffc2)
      return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)]
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  throw new Error('No size in it')
}

test('a drawn product has a small preview JPEG in the right size [product.5] [seo.1]', async ({
  setup: { app, product },
}) => {
  const response = await app.request(shareImagePath(product))
  const picture = Buffer.from(await response.arrayBuffer())

  expect(response.headers.get('Content-Type')).toBe('image/jpeg')
  expect(response.headers.get('Cache-Control')).toContain('immutable')
  expect(picture.readUInt16BE(0)).toBe(0xffd8)
  expect(sizeOf(picture)).toEqual([1200, 630])
  expect(picture.length).toBeGreaterThan(10_000)
  expect(picture.length).toBeLessThan(300_000)
})

test('one image is drawn, whatever the URL’s parameters [product.5] [safe.5]', async ({
  setup: { app, folder, product },
}) => {
  const path = shareImagePath(product)
  const paths = [path, path, `${path}9`, `${path}&w=9000`, path.replace(/\?.*/, '')]
  const responses = await Promise.all(paths.map(async (one) => app.request(one)))

  expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200))
  expect(await readdir(folder)).toHaveLength(1)
  expect(responses[2]?.headers.get('Cache-Control')).toBe('public, max-age=3600')
})

test('an invalid URL is not found [safe.3]', async ({ setup: { app } }) => {
  expect((await app.request('/photos/share/a%00b.jpg')).status).toBe(404)
})

test('products not on sale have no image [product.4]', async ({ db, setup: { app, product } }) => {
  await db.update(products).set({ isPublished: false }).where(eq(products.id, product._id))

  expect((await app.request(shareImagePath(product))).status).toBe(404)
  expect((await app.request('/photos/share/..%2f..%2fetc.jpg')).status).toBe(404)
})

test('an unreadable photo is replaced by the store’s image [product.5]', async ({
  db,
  setup: { app, folder, product },
}) => {
  const photos = ['https://elsewhere.example/a.jpg', '/photos/gone.svg']
  await db.update(products).set({ photos }).where(eq(products.id, product._id))

  const response = await app.request(shareImagePath({ ...product, photos }))

  expect(response.status).toBe(302)
  expect(response.headers.get('Location')).toBe('/images/og.png')
  expect(await readdir(folder)).toEqual([])
})

test('changed photos have another URL [product.5]', ({ setup: { product } }) => {
  const reordered = { ...product, photos: product.photos.toReversed() }

  expect(shareImagePath(reordered)).not.toBe(shareImagePath(product))
})

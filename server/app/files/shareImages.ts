import { Hono } from 'hono'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OverlayOptions } from 'sharp'

import { photosHash } from '#contract/catalogue/photos.ts'
import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { readPhotos } from '#server/features/catalogue/products/product.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** Files in the cache folder, about 60 kB each; the oldest are deleted first. */
const maxFiles = 20_000
const cleanUpEvery = 500
/** Images that may wait to be rendered; further requests are refused. */
const maxQueued = 20

/** Images rendered per minute, so that a crawler of the whole catalogue cannot take up the machine. */
const maxPerMinute = 120

/** Thrown if too many images are waiting or were rendered within this minute. */
export class RenderQueueFullError extends Error {}

type ImageRequest = { id: string; version: string; loadPhotos: () => Promise<Photo[]> }

/**
 * Renders share images of products and caches them in `folder`, one per set of photos. Only one is rendered
 * at a time, because the store needs the machine for other work.
 */
export function shareImages(folder: string, perMinute = maxPerMinute) {
  const exceedsRate = createRateCheck(perMinute)
  const pending = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()
  let renderedCount = 0

  async function render(path: string, loadPhotos: ImageRequest['loadPhotos']): Promise<Buffer> {
    const image = await drawShareImage(await loadPhotos())
    await mkdir(folder, { recursive: true })
    const temporaryPath = `${path}.${randomUUID()}`
    await writeFile(temporaryPath, image)
    await rename(temporaryPath, path)
    if (++renderedCount % cleanUpEvery === 0) await dropOldest(folder, maxFiles)
    return image
  }

  return async ({ id, version, loadPhotos }: ImageRequest): Promise<Buffer> => {
    const name = createHash('sha1').update(id).digest('hex')
    const path = join(folder, `${name}-${version}.jpg`)
    const cached = await readFile(path).catch(() => undefined)
    if (cached) return cached
    const running = pending.get(path)
    if (running) return running
    if (pending.size >= maxQueued || exceedsRate()) throw new RenderQueueFullError()

    const rendering = last.then(() => render(path, loadPhotos))
    pending.set(path, rendering)
    last = rendering.catch(() => undefined)
    return rendering.finally(() => pending.delete(path))
  }
}

/** Returns a function that counts a call and tells whether this minute's limit is exceeded. */
function createRateCheck(limit: number) {
  let minute = 0
  let count = 0
  return (): boolean => {
    const now = Math.floor(clock.now().getTime() / 60_000)
    count = now === minute ? count + 1 : 1
    minute = now
    return count > limit
  }
}

async function dropOldest(folder: string, maxCount: number): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= maxCount) return
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const surplus = files.sort((a, b) => a.at - b.at).slice(0, files.length - maxCount)
  await Promise.all(surplus.map(({ name }) => rm(join(folder, name), { force: true })))
}

type Photo = Uint8Array

// Sharp is imported with the first image: the library takes 20 MB of memory.

/** Size that messengers and social networks recommend for link previews, in pixels. */
const width = 1200
const height = 630
const paper = '#f3f6f4'
/** Product photos have an aspect ratio of 4:5. */
const middleSize = { width: 504, height }
const gap = 8
const sideSize = { width: (width - middleSize.width) / 2 - gap, height }
const quality = 82
/** Larger photos are refused, so that a crafted file cannot exhaust the memory. */
const limitInputPixels = 50_000_000

/**
 * The share image of a product: its first photo uncropped in the middle, where a square crop keeps it, and
 * beside it crops of the next two.
 */
export async function drawShareImage([first, second, third]: Photo[]): Promise<Buffer> {
  const whole = first && (await fitPhoto(first, middleSize, 'contain'))
  const left = second && (await fitPhoto(second, sideSize, 'cover'))
  const right = third && (await fitPhoto(third, sideSize, 'cover'))
  const layers: OverlayOptions[] = [
    ...(left ? [{ input: left, left: 0, top: 0 }] : []),
    ...(whole ? [{ input: whole, left: sideSize.width + gap, top: 0 }] : []),
    ...(right ? [{ input: right, left: width - sideSize.width, top: 0 }] : []),
  ]
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(layers)
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
}

async function fitPhoto(
  photo: Photo,
  size: { width: number; height: number },
  fit: 'contain' | 'cover',
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(photo, { limitInputPixels })
    .rotate()
    .resize({ ...size, fit, background: paper })
    .flatten({ background: paper })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const immutable = 'public, max-age=31536000, immutable'
const cachedForAnHour = 'public, max-age=3600'
const fallbackImage = '/images/og.png'
const maxPhotos = 3

type ShareRouteDeps = { db: Database; app: Pick<App, 'request'>; folder: string }

/**
 * A share image for each product, for link previews in messengers and social networks. The image depends
 * only on the product's photos, so a request cannot make the server render arbitrary variants; `v` is only
 * for caches.
 */
export function shareRoutes({ db, app, folder }: ShareRouteDeps): Hono {
  const getShareImage = shareImages(folder)

  return new Hono().get('/photos/share/:name{.+\\.jpg}', async (c) => {
    const id = c.req.param('name').slice(0, -'.jpg'.length)
    // PostgreSQL rejects text with a NUL character.
    const photos = id.includes('\0') ? undefined : await readPhotos(db, id)
    if (!photos) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    const version = photosHash(photos)
    try {
      const loadPhotos = () => readPhotoFiles(app, photos.slice(0, maxPhotos))
      const image = await getShareImage({ id, version, loadPhotos })
      c.header('Content-Type', 'image/jpeg')
      c.header('Cache-Control', c.req.query('v') === version ? immutable : cachedForAnHour)
      return c.body(new Uint8Array(image))
    } catch (error) {
      if (!(error instanceof RenderQueueFullError))
        log.error({ err: error, id }, 'The share image could not be rendered')
      c.header('Cache-Control', 'no-store')
      return c.redirect(fallbackImage, 302)
    }
  })
}

/** Reads photos that this server hosts; it never fetches from other hosts. Throws if none can be read. */
async function readPhotoFiles(app: ShareRouteDeps['app'], paths: string[]): Promise<Photo[]> {
  const own = paths.filter((path) => path.startsWith('/') && !path.startsWith('//'))
  const responses = await Promise.all(own.map(async (path) => await app.request(path)))
  const loaded = responses.filter(({ ok }) => ok)
  if (loaded.length === 0) throw new Error('No photo of it can be read')
  return Promise.all(loaded.map(async (response) => new Uint8Array(await response.arrayBuffer())))
}

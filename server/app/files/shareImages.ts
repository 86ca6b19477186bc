import { Hono } from 'hono'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'

import { versionOf } from '#contract/catalogue/photos.ts'
import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { readPhotos } from '#server/features/catalogue/products/readProduct.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** So many are kept; the oldest go first. About 60 kB each. */
const mostKept = 20_000
const tidiedEvery = 500
/** More than these do not wait for their turn. */
const longestQueue = 20

/** No more than these within a minute: who walks through the whole catalogue has to walk slowly. */
const mostPerMinute = 120

/** Too many wait already, or were drawn just now. */
export class QueueFull extends Error {}

type Wanted = { id: string; version: string; photosOf: () => Promise<Photo[]> }

/**
 * The previews of products, drawn once for each set of photos and kept in `folder`. One is drawn at
 * a time, whoever asks: the shop needs the machine for other things.
 */
export function shareImages(folder: string, perMinute = mostPerMinute) {
  const isTooFast = countPerMinute(perMinute)
  const drawing = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()
  let drawn = 0

  async function draw(path: string, photosOf: Wanted['photosOf']): Promise<Buffer> {
    const picture = await drawShareImage(await photosOf())
    await mkdir(folder, { recursive: true })
    const whole = `${path}.${randomUUID()}`
    await writeFile(whole, picture)
    await rename(whole, path)
    if (++drawn % tidiedEvery === 0) await dropOldest(folder, mostKept)
    return picture
  }

  return async ({ id, version, photosOf }: Wanted): Promise<Buffer> => {
    const name = createHash('sha1').update(id).digest('hex')
    const path = join(folder, `${name}-${version}.jpg`)
    const known = await readFile(path).catch(() => undefined)
    if (known) return known
    const underWay = drawing.get(path)
    if (underWay) return underWay
    if (drawing.size >= longestQueue || isTooFast()) throw new QueueFull()

    const turn = last.then(() => draw(path, photosOf))
    drawing.set(path, turn)
    last = turn.catch(() => undefined)
    return turn.finally(() => drawing.delete(path))
  }
}

/** Counts one more; whether there were too many within this minute. */
function countPerMinute(most: number) {
  let minute = 0
  let count = 0
  return (): boolean => {
    const now = Math.floor(clock.now().getTime() / 60_000)
    count = now === minute ? count + 1 : 1
    minute = now
    return count > most
  }
}

async function dropOldest(folder: string, most: number): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= most) return
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const surplus = files.sort((a, b) => a.at - b.at).slice(0, files.length - most)
  await Promise.all(surplus.map(({ name }) => rm(join(folder, name), { force: true })))
}

type Photo = Uint8Array

/** What previews ask for. */
const width = 1200
const height = 630
const paper = '#f3f6f4'
/** A photo of the store stands upright, four by five. */
const middle = { width: 504, height }
const gap = 8
const side = { width: (width - middle.width) / 2 - gap, height }
const quality = 82
/** Nothing a shop photographs is larger. */
const limitInputPixels = 50_000_000

/**
 * A preview of a product: its first photo whole in the middle, where a square cut leaves it, and
 * beside it parts of the next two.
 */
export async function drawShareImage([first, second, third]: Photo[]): Promise<Buffer> {
  const whole = first && (await fitted(first, middle, 'contain'))
  const left = second && (await fitted(second, side, 'cover'))
  const right = third && (await fitted(third, side, 'cover'))
  const pieces: OverlayOptions[] = [
    ...(left ? [{ input: left, left: 0, top: 0 }] : []),
    ...(whole ? [{ input: whole, left: side.width + gap, top: 0 }] : []),
    ...(right ? [{ input: right, left: width - side.width, top: 0 }] : []),
  ]
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(pieces)
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
}

const fitted = (photo: Photo, size: { width: number; height: number }, fit: 'contain' | 'cover') =>
  sharp(photo, { limitInputPixels })
    .rotate()
    .resize({ ...size, fit, background: paper })
    .flatten({ background: paper })
    .png({ compressionLevel: 1 })
    .toBuffer()

const forEver = 'public, max-age=31536000, immutable'
const anHour = 'public, max-age=3600'
const instead = '/images/og.png'
const shown = 3

type Parts = { db: Database; app: Pick<App, 'request'>; folder: string }

/**
 * A raster picture for each product, for previews in messengers and social networks. Which one is
 * drawn follows from what is on sale and from nothing in the address: nobody can have others drawn.
 * `v` only tells caches apart.
 */
export function shareRoutes({ db, app, folder }: Parts): Hono {
  const pictureOf = shareImages(folder)

  return new Hono().get('/photos/share/:name{.+\\.jpg}', async (c) => {
    const id = c.req.param('name').slice(0, -'.jpg'.length)
    // The database takes no text with a zero in it.
    const photos = id.includes('\0') ? undefined : await readPhotos(db, id)
    if (!photos) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    const version = versionOf(photos)
    try {
      const photosOf = () => read(app, photos.slice(0, shown))
      const picture = await pictureOf({ id, version, photosOf })
      c.header('Content-Type', 'image/jpeg')
      c.header('Cache-Control', c.req.query('v') === version ? forEver : anHour)
      return c.body(new Uint8Array(picture))
    } catch (error) {
      if (!(error instanceof QueueFull)) log.error({ err: error, id }, 'No preview could be drawn')
      c.header('Cache-Control', 'no-store')
      return c.redirect(instead, 302)
    }
  })
}

/** Photos of the store's own; the server fetches nothing from elsewhere. The first one is needed. */
async function read(app: Parts['app'], paths: string[]): Promise<Photo[]> {
  const own = paths.filter((path) => path.startsWith('/') && !path.startsWith('//'))
  const answers = await Promise.all(own.map(async (path) => await app.request(path)))
  const found = answers.filter(({ ok }) => ok)
  if (found.length === 0) throw new Error('No photo of it can be read')
  return Promise.all(found.map(async (answer) => new Uint8Array(await answer.arrayBuffer())))
}

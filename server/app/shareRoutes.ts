import { Hono } from 'hono'

import { versionOf } from '#contract/sharePath.ts'
import type { Database } from '#server/database/connect.ts'
import { readPhotos } from '#server/features/catalogue/readPhotos.ts'
import { log } from '#server/platform/log.ts'
import type { App } from './createApp.ts'
import type { Photo } from './drawShare.ts'
import { QueueFull, sharePictures } from './sharePictures.ts'

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
  const pictureOf = sharePictures(folder)

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

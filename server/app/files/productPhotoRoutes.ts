import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Hono } from 'hono'

import { smallerWidth } from '#contract/catalogue/photos.ts'

const immutable = 'public, max-age=31536000, immutable'

/**
 * Photos stored by the catalogue import. Their paths contain a hash of the content, so they never change. A
 * browser in data-saver mode gets the next smaller width; the layout does not depend on it.
 */
export const productPhotoRoutes = (folder: string) =>
  new Hono().get('/photos/kept/:hash{[0-9a-f]{20}}/:width{\\d{2,4}\\.webp}', async (c) => {
    const requestedWidth = Number.parseInt(c.req.param('width'), 10)
    const width = c.req.header('save-data') === 'on' ? smallerWidth(requestedWidth) : requestedWidth
    const path = join(folder, c.req.param('hash'), `${width}.webp`)
    const found = await stat(path).catch(() => undefined)
    if (!found) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    const headers = {
      'Content-Type': 'image/webp',
      'Content-Length': String(found.size),
      'Cache-Control': immutable,
      Vary: 'Save-Data',
    }
    // For HEAD the stream would never be read to its end, and the file would stay open.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    return c.body(Readable.toWeb(createReadStream(path)) as ReadableStream, 200, headers)
  })

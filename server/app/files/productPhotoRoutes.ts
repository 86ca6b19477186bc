import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Hono } from 'hono'

import { smallerWidth } from '#contract/catalogue/photos.ts'

const forEver = 'public, max-age=31536000, immutable'

/**
 * The photographs that the import has kept; their addresses say what is in them. A browser that is
 * told to save data gets each a size smaller: its box stays, and nobody else has to know.
 */
export const productPhotoRoutes = (folder: string) =>
  new Hono().get('/photos/kept/:hash{[0-9a-f]{20}}/:width{\\d{2,4}\\.webp}', async (c) => {
    const asked = Number.parseInt(c.req.param('width'), 10)
    const width = c.req.header('save-data') === 'on' ? smallerWidth(asked) : asked
    const path = join(folder, c.req.param('hash'), `${width}.webp`)
    const found = await stat(path).catch(() => undefined)
    if (!found) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    const headers = {
      'Content-Type': 'image/webp',
      'Content-Length': String(found.size),
      'Cache-Control': forEver,
      Vary: 'Save-Data',
    }
    // Nobody would read the file to its end, and it would stay open.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    return c.body(Readable.toWeb(createReadStream(path)) as ReadableStream, 200, headers)
  })

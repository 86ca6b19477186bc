import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Hono } from 'hono'

const forEver = 'public, max-age=31536000, immutable'

/** The photographs that the import has kept; their addresses say what is in them. */
export const keptPhotoRoutes = (folder: string) =>
  new Hono().get('/photos/kept/:hash{[0-9a-f]{20}}/:file{\\d{2,4}\\.webp}', async (c) => {
    const path = join(folder, c.req.param('hash'), c.req.param('file'))
    const found = await stat(path).catch(() => undefined)
    if (!found) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    return c.body(Readable.toWeb(createReadStream(path)) as ReadableStream, 200, {
      'Content-Type': 'image/webp',
      'Content-Length': String(found.size),
      'Cache-Control': forEver,
    })
  })

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

import type { StoreFacts } from '#contract/store/storeFacts.ts'
import { smallerWidth } from '#contract/catalogue/photos.ts'

const immutable = 'public, max-age=31536000, immutable'
const cachedForADay = 'public, max-age=86400'

/**
 * Static files of the built page. Files with a content hash in their name are cached for a year. A missing
 * file is a 404 with `no-store`, never the HTML page, so that no cache stores the wrong content. The service
 * worker is revalidated on each request. Scripts and styles that are not in the build are looked for in `olderBuilds`.
 */
export function fileRoutes(folder: string, olderBuilds: string[] = []) {
  const files = (cacheControl: string, root = folder) =>
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, c) => {
        c.header('Cache-Control', cacheControl)
      },
    })
  const notFound = new Hono().all('*', (c) =>
    c.text('Not found', 404, { 'Cache-Control': 'no-store' }),
  )

  const routes = new Hono()
  for (const path of ['/assets/*', '/fonts/*']) routes.get(path, files(immutable))
  for (const build of olderBuilds) routes.get('/assets/*', files(immutable, build))
  for (const path of ['/images/*', '/icons/*']) routes.get(path, files(cachedForADay))
  for (const path of ['/sw.js', '/favicon.ico']) {
    if (existsSync(join(folder, path))) routes.get(path, files('no-cache'))
  }
  for (const path of ['/assets', '/fonts', '/images', '/icons', '/sw.js'])
    routes.route(path, notFound)
  return routes
}

/** The web app manifest, with the store's name and accent colour. */
export function manifestRoute(folder: string, fetcher: (path: string) => Promise<unknown>) {
  const built = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as object

  return new Hono().get('/manifest.webmanifest', async (c) => {
    const facts = (await fetcher('store').catch(() => undefined)) as
      { result: StoreFacts } | undefined
    c.header('Cache-Control', 'no-cache')
    c.header('Content-Type', 'application/manifest+json; charset=UTF-8')
    return c.body(JSON.stringify({ ...built, ...(facts && brandFields(facts.result)) }))
  })
}

const brandFields = ({ name, tagline, colours }: StoreFacts) => ({
  name: `${name}: ${tagline}`,
  short_name: name,
  ...(colours && { theme_color: colours.accent }),
})

/**
 * Photos stored by the catalogue import. Their paths contain a hash of the content, so they never change. A
 * browser in data-saver mode or on a slow network gets the next smaller width; the layout does not depend
 * on it.
 */
export const productPhotoRoutes = (folder: string) =>
  new Hono().get('/photos/kept/:hash{[0-9a-f]{20}}/:width{\\d{2,4}\\.webp}', async (c) => {
    const requestedWidth = Number.parseInt(c.req.param('width'), 10)
    const isReduced = c.req.header('save-data') === 'on' || /2g/.test(c.req.header('ect') ?? '')
    const width = isReduced ? smallerWidth(requestedWidth) : requestedWidth
    const path = join(folder, c.req.param('hash'), `${width}.webp`)
    const stats = await stat(path).catch(() => undefined)
    if (!stats) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    const headers = {
      'Content-Type': 'image/webp',
      'Content-Length': String(stats.size),
      'Cache-Control': immutable,
      Vary: 'Save-Data, ECT',
    }
    // For HEAD the stream would never be read to its end, and the file would stay open.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    return c.body(Readable.toWeb(createReadStream(path)) as ReadableStream, 200, headers)
  })

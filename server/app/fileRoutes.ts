import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const forEver = 'public, max-age=31536000, immutable'
const aDay = 'public, max-age=86400'

/**
 * The files of the built page. What is named by its content is kept for ever; a chunk that is gone
 * is a 404, never a page, so that nothing wrong is kept in its place. The worker is
 * asked for anew each time.
 */
export function fileRoutes(folder: string) {
  const files = (cacheControl: string) =>
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, c) => {
        c.header('Cache-Control', cacheControl)
      },
    })
  const gone = new Hono().all('*', (c) => c.text('Not found', 404, { 'Cache-Control': 'no-store' }))

  const routes = new Hono()
  for (const path of ['/assets/*', '/fonts/*']) routes.get(path, files(forEver))
  for (const path of ['/images/*', '/icons/*']) routes.get(path, files(aDay))
  for (const path of ['/sw.js', '/favicon.ico']) {
    if (existsSync(join(folder, path))) routes.get(path, files('no-cache'))
  }
  for (const path of ['/assets', '/fonts', '/images', '/icons', '/sw.js']) routes.route(path, gone)
  return routes
}

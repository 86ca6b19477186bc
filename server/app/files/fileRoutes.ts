import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { StoreFacts } from '#contract/storeFacts.ts'

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

/** The built page's manifest, with the name and the colour that the store has given itself. */
export function manifestRoute(folder: string, ask: (path: string) => Promise<unknown>) {
  const built = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as object

  return new Hono().get('/manifest.webmanifest', async (c) => {
    const answer = (await ask('store').catch(() => undefined)) as { result: StoreFacts } | undefined
    c.header('Cache-Control', 'no-cache')
    c.header('Content-Type', 'application/manifest+json; charset=UTF-8')
    return c.body(JSON.stringify({ ...built, ...(answer && ownWords(answer.result)) }))
  })
}

const ownWords = ({ name, tagline, colours }: StoreFacts) => ({
  name: `${name}: ${tagline}`,
  short_name: name,
  ...(colours && { theme_color: colours.accent }),
})

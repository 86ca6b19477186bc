import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { StoreFacts } from '#contract/store/storeFacts.ts'
import { defaultStoreName } from '#contract/store/storeTerms.ts'
import { noNotice, type Notice } from './builtPage.ts'
import { deskPermissions, deskPolicyOf } from './contentPolicy.ts'
import { tag } from './htmlText.ts'

/** Paths of the desk end in a slash where a worker of the scope `/desk/` is to control them. */
const deskPath = '/desk/'

type Options = {
  /** The output of `vite build --mode desk`. */
  folder: string
  /** Folders of older builds, whose chunks pages that are still open ask for. */
  olderBuilds?: string[]
  fetcher: (path: string) => Promise<unknown>
  notice?: Notice
  /** Where the frame of the maps comes from; none without maps. */
  frameOrigins?: string[]
}

/**
 * The staff desk: one document for all of its pages, which the browser renders, its files, its manifest
 * and its worker. Nothing of it has data of the store, except for the name.
 */
export function deskRoutes({
  folder,
  olderBuilds = [],
  fetcher,
  notice = noNotice,
  frameOrigins = [],
}: Options): Hono {
  const policy = deskPolicyOf(frameOrigins)
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
    .replace('<!--head-->', `<!--head-->${notice.head}`)
    .replace('<body>', `<body>${notice.body}`)
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as object
  const files = (root: string, cacheControl: string) =>
    serveStatic({
      root,
      precompressed: true,
      rewriteRequestPath: (path) => path.slice(deskPath.length - 1),
      onFound: (_path, c) => c.header('Cache-Control', cacheControl),
    })
  const readName = async () => {
    const facts = (await fetcher('store').catch(() => undefined)) as
      { result: StoreFacts } | undefined
    return facts?.result.name ?? defaultStoreName
  }

  const desk = new Hono().use(async (c, next) => {
    // On the response, which then exists before a file is found: `serveStatic` would lose the headers of `onFound`.
    c.res.headers.set('X-Robots-Tag', 'noindex, nofollow')
    await next()
  })
  for (const build of [folder, ...olderBuilds])
    desk.get('/assets/*', files(build, 'public, max-age=31536000, immutable'))
  desk.get('/icons/*', files(folder, 'public, max-age=86400'))
  desk.get('/sw.js', files(folder, 'no-cache'))
  desk.get('/manifest.webmanifest', async (c) => {
    const name = await readName()
    c.header('Cache-Control', 'no-cache')
    c.header('Content-Type', 'application/manifest+json; charset=UTF-8')
    return c.body(JSON.stringify({ ...manifest, ...deskNames(name) }))
  })
  desk.get('*', async (c) => {
    if (/\.\w+$/.test(c.req.path)) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
    const { name } = deskNames(await readName())
    c.header('Content-Security-Policy', policy)
    c.header('Permissions-Policy', deskPermissions)
    c.header('Cache-Control', 'no-cache')
    return c.html(deskDocument(template, name))
  })

  return new Hono()
    .get('/desk', (c) => c.redirect(deskPath + new URL(c.req.url).search, 301))
    .route(deskPath, desk)
}

const deskNames = (store: string) => ({ name: `${store} Desk`, short_name: `${store} Desk` })

const headOf = (name: string) => [
  tag('title', {}, name),
  tag('meta', { name: 'robots', content: 'noindex, nofollow' }),
  tag('link', {
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href: '/fonts/pehno-display.woff2',
    crossorigin: '',
  }),
  tag('link', { rel: 'stylesheet', href: '/fonts/faces.css' }),
  tag('link', { rel: 'icon', type: 'image/png', href: '/desk/icons/icon-192.png' }),
  tag('link', { rel: 'apple-touch-icon', href: '/desk/icons/apple-touch-icon-180.png' }),
]

/** The template with what every document of the desk has. */
export const deskDocument = (template: string, name: string): string =>
  template.replace('<!--head-->', () => headOf(name).join(''))

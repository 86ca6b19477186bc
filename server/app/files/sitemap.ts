import { type Context, Hono } from 'hono'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'

import { fillPath, menHomePath, type Page, paths, policyNames } from '#contract/paths.ts'
import { tag } from '#server/app/documents/htmlText.ts'
import type { Database } from '#server/database/client/connect.ts'
import {
  countFiles,
  type Place,
  placesPerFile,
  readListPlaces,
  readProductPlaces,
} from '#server/features/catalogue/products/readSitemap.ts'
import { cacheWithTtl } from '#server/platform/runtime/cache.ts'

const hourMs = 60 * 60 * 1000
const keptFiles = 24
/** Whoever cannot unpack comes seldom; a crowd of them is served by one unpacking. */
const unpackedMs = 1000
const anHour = 'public, max-age=3600'
const unpack = promisify(gunzip)

/** Pages that are the same for everybody and change with the store's program only. */
const pages = [
  paths.home,
  menHomePath,
  paths.collections,
  paths.about,
  paths.contact,
  paths.support,
  paths.faq,
  paths.terms,
  paths.privacy,
  paths.refundPolicy,
  ...[...policyNames.keys()].map((policyType) => fillPath(paths.policy, { policyType })),
]

type Bytes = Uint8Array<ArrayBuffer>
type Parts = { db: Database; origin: string; perFile?: number }

/**
 * Every address worth finding: an index, and files of at most 50,000. Each file is read and packed
 * once an hour, however many ask, and a file that is not there is not looked for.
 */
export function sitemapRoutes({ db, origin, perFile = placesPerFile }: Parts): Hono {
  const packed = cacheWithTtl<Bytes>(hourMs, keptFiles)
  const unpacked = cacheWithTtl<Bytes>(unpackedMs, 1)
  const counted = cacheWithTtl<number>(hourMs, 1)
  const count = () => counted('products', () => countFiles(db, perFile))

  async function send(c: Context, name: string, write: () => Promise<Buffer>): Promise<Response> {
    const zipped = await packed(name, async () => new Uint8Array(await write()))
    c.header('Content-Type', 'application/xml; charset=UTF-8')
    c.header('Cache-Control', anHour)
    c.header('Vary', 'Accept-Encoding')
    const isUnderstood = /\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '')
    if (isUnderstood) c.header('Content-Encoding', 'gzip')
    const unzip = async () => new Uint8Array(await unpack(zipped))
    return c.body(isUnderstood ? zipped : await unpacked(name, unzip))
  }

  return new Hono()
    .get('/sitemap.xml', async (c) => {
      const files = await count()
      const products = Array.from({ length: files }, (_, place) => `products-${place + 1}`)
      const names = ['pages', 'lists', ...products].map((name) => `/sitemaps/${name}.xml`)
      return send(c, 'index', () => sitemapIndex(origin, names))
    })
    .get('/sitemaps/pages.xml', async (c) => {
      const places = pages.map((path) => ({ path }))
      return send(c, 'pages', () => urlSet(origin, places))
    })
    .get('/sitemaps/lists.xml', async (c) =>
      send(c, 'lists', async () => urlSet(origin, await readListPlaces(db))),
    )
    .get('/sitemaps/:name{products-[1-9]\\d{0,5}\\.xml}', async (c) => {
      const file = Number.parseInt(c.req.param('name').slice('products-'.length), 10)
      if (file > (await count())) return c.text('Not found', 404)
      const places = () => readProductPlaces(db, file, perFile)
      return send(c, `products-${file}`, () => urlSet(origin, places()))
    })
}

type Places = Iterable<Place> | AsyncIterable<Place>

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const element = (name: string, text: string) => tag(name, {}, text)

/** A file of addresses, packed as it is written: it is never in memory as a whole. */
function urlSet(origin: string, places: Places): Promise<Buffer> {
  return packedXml('urlset', linesOf('url', origin, places))
}

/** The file that names the other files. */
function sitemapIndex(origin: string, paths: string[]): Promise<Buffer> {
  const places = paths.map((path) => ({ path }))
  return packedXml('sitemapindex', linesOf('sitemap', origin, places))
}

async function* linesOf(name: string, origin: string, places: Places): AsyncGenerator<string> {
  for await (const { path, changedAt } of places) {
    const moment = changedAt ? element('lastmod', changedAt.toISOString()) : ''
    yield `<${name}>${element('loc', origin + path)}${moment}</${name}>\n`
  }
}

function packedXml(root: string, lines: AsyncIterable<string>): Promise<Buffer> {
  async function* whole() {
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n`
    yield* lines
    yield `</${root}>\n`
  }
  const source = Readable.from(whole(), { objectMode: true })
  const zip = createGzip()
  // `pipe` hands on what is read, not what goes wrong on the way.
  source.on('error', (error) => zip.destroy(error))
  return buffer(source.pipe(zip))
}

/** What somebody has or does is nobody else's, and results of a search are no pages. */
const closed: Page[] = ['account', 'cart', 'checkout', 'wishlist', 'tracking', 'orders', 'order']

/** Where search engines may go, and where they find what there is. */
export function robotsRoute(origin: string) {
  const lines = [
    'User-agent: *',
    ...closed.map((page) => `Disallow: ${paths[page]}`),
    'Disallow: /refund/',
    `Disallow: ${paths.search}?`,
    'Disallow: /*?*cursor=',
    'Disallow: /api/',
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Hono().get('/robots.txt', (c) =>
    c.text(lines.join('\n'), 200, { 'Cache-Control': anHour }),
  )
}

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
const maxFiles = 24
/** Clients without gzip are rare, so the decompressed file is kept just long enough for concurrent requests. */
const decompressedTtlMs = 1000
const cachedForAnHour = 'public, max-age=3600'
const gunzipAsync = promisify(gunzip)

/** Pages whose content changes only with a new version of the store. */
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
 * The sitemap: an index and files of at most 50,000 URLs. Each file is built and compressed at most once
 * an hour, and a file number beyond the last one is refused without building anything.
 */
export function sitemapRoutes({ db, origin, perFile = placesPerFile }: Parts): Hono {
  const compressedFiles = cacheWithTtl<Bytes>(hourMs, maxFiles)
  const decompressedFiles = cacheWithTtl<Bytes>(decompressedTtlMs, 1)
  const fileCounts = cacheWithTtl<number>(hourMs, 1)
  const count = () => fileCounts('products', () => countFiles(db, perFile))

  async function send(c: Context, name: string, write: () => Promise<Buffer>): Promise<Response> {
    const compressed = await compressedFiles(name, async () => new Uint8Array(await write()))
    c.header('Content-Type', 'application/xml; charset=UTF-8')
    c.header('Cache-Control', cachedForAnHour)
    c.header('Vary', 'Accept-Encoding')
    const acceptsGzip = /\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '')
    if (acceptsGzip) c.header('Content-Encoding', 'gzip')
    const decompress = async () => new Uint8Array(await gunzipAsync(compressed))
    return c.body(acceptsGzip ? compressed : await decompressedFiles(name, decompress))
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

/** A sitemap file, compressed as it is written, so that it is never in memory uncompressed. */
function urlSet(origin: string, places: Places): Promise<Buffer> {
  return gzipXml('urlset', writeEntries('url', origin, places))
}

function sitemapIndex(origin: string, paths: string[]): Promise<Buffer> {
  const places = paths.map((path) => ({ path }))
  return gzipXml('sitemapindex', writeEntries('sitemap', origin, places))
}

async function* writeEntries(name: string, origin: string, places: Places): AsyncGenerator<string> {
  for await (const { path, changedAt } of places) {
    const moment = changedAt ? element('lastmod', changedAt.toISOString()) : ''
    yield `<${name}>${element('loc', origin + path)}${moment}</${name}>\n`
  }
}

function gzipXml(root: string, lines: AsyncIterable<string>): Promise<Buffer> {
  async function* document() {
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n`
    yield* lines
    yield `</${root}>\n`
  }
  const source = Readable.from(document(), { objectMode: true })
  const zip = createGzip()
  // `pipe` does not forward errors.
  source.on('error', (error) => zip.destroy(error))
  return buffer(source.pipe(zip))
}

/** Personal pages, which have nothing to index. */
const personalPages: Page[] = [
  'account',
  'cart',
  'checkout',
  'wishlist',
  'tracking',
  'orders',
  'order',
]

export function robotsRoute(origin: string) {
  const lines = [
    'User-agent: *',
    ...personalPages.map((page) => `Disallow: ${paths[page]}`),
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
    c.text(lines.join('\n'), 200, { 'Cache-Control': cachedForAnHour }),
  )
}

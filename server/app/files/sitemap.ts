import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { and, asc, count, gt, max, sql } from 'drizzle-orm'

import {
  brandPath,
  categoryPath,
  fillPath,
  menHomePath,
  type Page,
  paths,
  policyNames,
  productPath,
  subcategoryPath,
} from '#contract/pages/paths.ts'
import { tag } from '#server/app/documents/htmlText.ts'
import type { Database } from '#server/database/client/connect.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { isPublished } from '#server/commerce/catalogue/products.ts'
import { hourMs } from '#server/platform/runtime/clock.ts'

const maxFiles = 24
const cachedForAnHour = 'public, max-age=3600'

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
type SitemapOptions = { db: Database; origin: string; perFile?: number }

/**
 * The sitemap: an index and files of at most 50,000 URLs. Each file is built and compressed at most once
 * an hour, and a file number beyond the last one is refused without building anything.
 */
export function sitemapRoutes({ db, origin, perFile = urlsPerFile }: SitemapOptions): Hono {
  // Concurrent requests share one promise, and a failed one is not kept.
  const files = new LRUCache<string, Bytes, () => Promise<Buffer>>({
    max: maxFiles,
    ttl: hourMs,
    // A file that is evicted while it is written is still sent.
    ignoreFetchAbort: true,
    fetchMethod: async (_name, _stale, { context: write }) => new Uint8Array(await write()),
  })
  const counts = new LRUCache<'files', number>({
    max: 1,
    ttl: hourMs,
    fetchMethod: () => countFiles(db, perFile),
  })
  const count = () => counts.forceFetch('files')

  async function send(c: Context, name: string, write: () => Promise<Buffer>): Promise<Response> {
    const compressed = await files.forceFetch(name, { context: write })
    c.header('Content-Type', 'application/xml; charset=UTF-8')
    c.header('Cache-Control', cachedForAnHour)
    c.header('Vary', 'Accept-Encoding')
    const acceptsGzip = /\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '')
    if (acceptsGzip) c.header('Content-Encoding', 'gzip')
    return c.body(acceptsGzip ? compressed : decompress(compressed))
  }

  return new Hono()
    .get('/sitemap.xml', async (c) => {
      const products = Array.from({ length: await count() }, (_, index) => `products-${index + 1}`)
      const names = ['pages', 'lists', ...products].map((name) => `/sitemaps/${name}.xml`)
      return send(c, 'index', () => sitemapIndex(origin, names))
    })
    .get('/sitemaps/pages.xml', async (c) => {
      const urls = pages.map((path) => ({ path }))
      return send(c, 'pages', () => urlSet(origin, urls))
    })
    .get('/sitemaps/lists.xml', async (c) =>
      send(c, 'lists', async () => urlSet(origin, await readListUrls(db))),
    )
    .get('/sitemaps/:name{products-[1-9]\\d{0,5}\\.xml}', async (c) => {
      const file = Number.parseInt(c.req.param('name').slice('products-'.length), 10)
      if (file > (await count())) return c.text('Not found', 404)
      const urls = () => readProductUrls(db, file, perFile)
      return send(c, `products-${file}`, () => urlSet(origin, urls()))
    })
}

/** As a stream, because an uncompressed file has some ten megabytes. */
function decompress(compressed: Bytes) {
  return Readable.toWeb(Readable.from([compressed]).pipe(createGunzip())) as ReadableStream
}

type SitemapUrls = Iterable<SitemapUrl> | AsyncIterable<SitemapUrl>

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const element = (name: string, text: string) => tag(name, {}, text)

/** A sitemap file, compressed as it is written, so that it is never in memory uncompressed. */
function urlSet(origin: string, urls: SitemapUrls): Promise<Buffer> {
  return gzipXml('urlset', writeEntries('url', origin, urls))
}

function sitemapIndex(origin: string, paths: string[]): Promise<Buffer> {
  const urls = paths.map((path) => ({ path }))
  return gzipXml('sitemapindex', writeEntries('sitemap', origin, urls))
}

async function* writeEntries(
  name: string,
  origin: string,
  urls: SitemapUrls,
): AsyncGenerator<string> {
  for await (const { path, changedAt } of urls) {
    const lastmod = changedAt ? element('lastmod', changedAt.toISOString()) : ''
    yield `<${name}>${element('loc', origin + path)}${lastmod}</${name}>\n`
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
    'Disallow: /desk',
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Hono().get('/robots.txt', (c) =>
    c.text(lines.join('\n'), 200, { 'Cache-Control': cachedForAnHour }),
  )
}

/** A URL path of the sitemap, and when its content last changed. */
type SitemapUrl = { path: string; changedAt?: Date | null }

/** Maximum number of URLs per file (sitemaps.org protocol). */
const urlsPerFile = 50_000
const rowsPerRead = 1000

async function countFiles(db: Database, perFile = urlsPerFile): Promise<number> {
  const [row] = await db.select({ products: count() }).from(products).where(isPublished)
  return Math.ceil((row?.products ?? 0) / perFile)
}

/**
 * The product URLs of one file, counted from 1. They are read in chunks, so that other requests are
 * not delayed.
 */
async function* readProductUrls(
  db: Database,
  file: number,
  perFile = urlsPerFile,
): AsyncGenerator<SitemapUrl> {
  let after = await lastProductBefore(db, (file - 1) * perFile)
  for (let left = perFile; left > 0; left -= rowsPerRead) {
    const rows = await db
      .select({ id: products.id, changedAt: products.changedAt })
      .from(products)
      .where(and(isPublished, after === undefined ? undefined : gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(Math.min(left, rowsPerRead))
    for (const { id, changedAt } of rows) yield { path: productPath(id), changedAt }
    after = rows.at(-1)?.id
    if (after === undefined) return
  }
}

/** The last product before a file. */
async function lastProductBefore(db: Database, skipped: number): Promise<string | undefined> {
  if (skipped === 0) return undefined
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(isPublished)
    .orderBy(asc(products.id))
    .offset(skipped - 1)
    .limit(1)
  return row?.id
}

/** Every category, subcategory and brand with published products. */
async function readListUrls(db: Database): Promise<SitemapUrl[]> {
  const newest = { changedAt: max(products.changedAt) }
  const subcategoryId = sql<string>`unnest(${products.subcategoryIds})`
  // One after the other, because the caller may pass a transaction, which has a single connection.
  const ofCategories = await db
    .select({ id: products.categoryId, ...newest })
    .from(products)
    .where(isPublished)
    .groupBy(products.categoryId)
  const ofSubcategories = await db
    .select({ id: subcategoryId.as('subcategory_id'), ...newest })
    .from(products)
    .where(isPublished)
    .groupBy(sql`subcategory_id`)
  const ofBrands = await db
    .select({ id: products.brandId, ...newest })
    .from(products)
    .where(isPublished)
    .groupBy(products.brandId)
  return [
    ...ofCategories.map(({ id, changedAt }) => ({ path: categoryPath(id), changedAt })),
    ...ofSubcategories.map(({ id, changedAt }) => ({ path: subcategoryPath(id), changedAt })),
    ...ofBrands.map(({ id, changedAt }) => ({ path: brandPath(id), changedAt })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1))
}

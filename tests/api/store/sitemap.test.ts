import { createHook } from 'node:async_hooks'
import { gunzipSync } from 'node:zlib'
import { count, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect } from 'vitest'

import { robotsRoute, sitemapRoutes } from '#server/app/files/sitemap.ts'
import { brands, categories, products, subcategories } from '#server/database/schema/catalogue.ts'
import { test as demoTest } from '#tests/support/api/demoShop.ts'

const origin = 'https://pehno.example'
const perFile = 700

type Read = (path: string, headers?: Record<string, string>) => Promise<Response>

/** The demo store's sitemaps with few addresses per file. */
const test = demoTest.extend<{ read: Read }>({
  read: async ({ db }, use) => {
    const app = new Hono().route('/', sitemapRoutes({ db, origin, perFile }))
    await use(async (path, headers) => app.request(path, headers && { headers }))
  },
})

const placesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc)

async function fileAt(read: Read, path: string): Promise<string> {
  const response = await read(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/xml/)
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600')
  return response.text()
}

test('the index leads to every published product once [seo.1]', async ({ db, read }) => {
  const [hidden] = await db.select().from(products).limit(1)
  await db
    .update(products)
    .set({ isPublished: false })
    .where(eq(products.id, hidden?.id ?? ''))
  const [onSale] = await db
    .select({ count: count() })
    .from(products)
    .where(eq(products.isPublished, true))

  const files = placesIn(await fileAt(read, '/sitemap.xml'))
  const ofProducts = files.filter((file) => file?.includes('/products-'))
  const read1 = ofProducts.map((file) => fileAt(read, new URL(file ?? '').pathname))
  const places = (await Promise.all(read1)).map(placesIn)

  expect(ofProducts).toHaveLength(Math.ceil((onSale?.count ?? 0) / perFile))
  expect(places[0]).toHaveLength(Math.min(perFile, onSale?.count ?? 0))
  expect(new Set(places.flat()).size).toBe(onSale?.count)
  expect(places.flat()).toHaveLength(onSale?.count ?? 0)
  expect(places.flat()).not.toContain(`${origin}/products/${hidden?.id}`)
})

test('every category and brand with published products is listed [seo.1]', async ({ db, read }) => {
  const places = placesIn(await fileAt(read, '/sitemaps/lists.xml'))

  for (const [table, name] of [
    [categories, 'category'],
    [subcategories, 'subcategory'],
    [brands, 'brands'],
  ] as const) {
    const rows = await db.select({ id: table.id }).from(table)
    const named = rows.map(({ id }) => `${origin}/collections?${name}=${id}`)
    expect(named.filter((place) => !places.includes(place))).toEqual([])
  }
  expect(places).toEqual(places.toSorted())
})

test.for(['products-1', 'lists'])(
  'each URL has its last change, in valid XML: %s [seo.1]',
  async (file, { read }) => {
    const xml = await fileAt(read, `/sitemaps/${file}.xml`)

    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/)
    const lines = xml.trim().split('\n').slice(2, -1)
    const line =
      /^<url><loc>https:[^<>&\s]+<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod><\/url>$/
    expect(lines.filter((one) => !line.test(one))).toEqual([])
    expect(xml.trimEnd().endsWith('</urlset>')).toBe(true)
  },
)

test('an unknown file is a 404, and clients with gzip get it compressed [seo.1]', async ({
  read,
}) => {
  expect((await read('/sitemaps/products-99.xml')).status).toBe(404)
  expect((await read('/sitemaps/products-0.xml')).status).toBe(404)

  const packed = await read('/sitemap.xml', { 'Accept-Encoding': 'gzip, br' })

  expect(packed.headers.get('Content-Encoding')).toBe('gzip')
})

test('a file is compressed once for concurrent clients, and clients without gzip get its text [seo.1]', async ({
  read,
}) => {
  await read('/sitemaps/pages.xml')
  let zips = 0
  const watch = createHook({
    init: (_id, type) => {
      if (type === 'ZLIB') zips++
    },
  }).enable()
  const gzip = { 'Accept-Encoding': 'gzip' }
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => read('/sitemaps/lists.xml', gzip)),
  )
  const files = await Promise.all(responses.map((response) => response.arrayBuffer()))
  watch.disable()

  expect(zips).toBe(1)
  const text = await (await read('/sitemaps/lists.xml')).text()
  expect(text).toContain('<urlset')
  expect(files.map((file) => gunzipSync(file).toString())).toEqual(files.map(() => text))
})

test('robots.txt names the sitemap and excludes personal pages [seo.1]', async () => {
  const response = await robotsRoute(origin).request('/robots.txt')
  const lines = (await response.text()).split('\n')

  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
  expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`)
  for (const path of ['/myaccount', '/cart', '/checkout', '/order-listing', '/search?', '/api/']) {
    expect(lines).toContain(`Disallow: ${path}`)
  }
})

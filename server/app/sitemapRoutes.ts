import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Context, Hono } from 'hono'

import { fillPath, menHomePath, paths } from '#contract/paths.ts'
import { policyNames } from '#contract/policyNames.ts'
import type { Database } from '#server/database/connect.ts'
import {
  countFiles,
  placesPerFile,
  readListPlaces,
  readProductPlaces,
} from '#server/features/catalogue/readSitemap.ts'
import { keepFor } from '#server/platform/keepFor.ts'
import { sitemapIndex, urlSet } from './sitemapXml.ts'

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
  const packed = keepFor<Bytes>(hourMs, keptFiles)
  const unpacked = keepFor<Bytes>(unpackedMs, 1)
  const counted = keepFor<number>(hourMs, 1)
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

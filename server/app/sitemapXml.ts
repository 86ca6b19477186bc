import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'

import type { Place } from '#server/features/catalogue/readSitemap.ts'
import { tag } from './htmlText.ts'

type Places = Iterable<Place> | AsyncIterable<Place>

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const element = (name: string, text: string) => tag(name, {}, text)

/** A file of addresses, packed as it is written: it is never in memory as a whole. */
export function urlSet(origin: string, places: Places): Promise<Buffer> {
  return packedXml('urlset', linesOf('url', origin, places))
}

/** The file that names the other files. */
export function sitemapIndex(origin: string, paths: string[]): Promise<Buffer> {
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

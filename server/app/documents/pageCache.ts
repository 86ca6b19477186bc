import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzipSync,
} from 'node:zlib'

import { negotiateEncoding } from '#server/platform/http/compress.ts'

/** A document, brotli-compressed. For the few clients without brotli it is decompressed again. */
export type CompressedPage = {
  status: 200 | 404
  etag: string
  headers: Record<string, string>
  br: Uint8Array<ArrayBuffer>
}

/**
 * Quality 6 fits a document into one round trip; quality 4 is 8 % larger and saves 0.3 ms. A window of 2^18
 * bytes, as long as a document, takes a tenth of the default window's memory.
 */
const fastBrotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 18 },
}
/** With the default window of 2^22 bytes, quality 11 takes 50 MB for a moment, which the process keeps. */
const bestBrotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 18 },
}

export function compressFast(
  parts: string[],
  status: 200 | 404,
  headers: Record<string, string>,
): CompressedPage {
  const html = concatenate(parts)
  const etag = `W/"${createHash('sha1').update(html).digest('base64url')}"`
  // Copied, because the compressed buffer is a slice of a larger one, which would stay in memory.
  return { status, etag, headers, br: new Uint8Array(brotliCompressSync(html, fastBrotli)) }
}

let sharedBuffer = Buffer.allocUnsafe(512 * 1024)
const maxBytesPerCodeUnit = 3

/**
 * Concatenates the parts in a shared buffer, which is valid until the next call. Joining the strings and
 * encoding the result would cost a third of the time of the compression.
 */
function concatenate(parts: string[]): Buffer {
  const maxBytes = maxBytesPerCodeUnit * parts.reduce((sum, { length }) => sum + length, 0)
  if (maxBytes > sharedBuffer.length) sharedBuffer = Buffer.allocUnsafe(maxBytes)
  let end = 0
  for (const part of parts) end += sharedBuffer.write(part, end)
  return sharedBuffer.subarray(0, end)
}

/** Quality 11 is 10 % smaller and 100 times slower than 6: for pages that are requested repeatedly. */
async function compressBest({ br }: CompressedPage): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await promisify(brotliCompress)(brotliDecompressSync(br), bestBrotli))
}

type SentPage = Omit<CompressedPage, 'status'> & { status: 200 | 404 | 429 | 503 }

/** Sends a shell in place of a page that cannot be rendered now. `no-store`, so that it is not cached as that page. */
export function sendFallback(c: Context, { headers, ...shell }: CompressedPage, status: 429 | 503) {
  const response = sendCompressed(c, {
    ...shell,
    headers: { ...headers, 'Cache-Control': 'no-store' },
    status,
  })
  response.headers.delete('ETag')
  return response
}

export function sendCompressed(c: Context, { status, etag, headers, br }: SentPage): Response {
  c.header('Content-Type', 'text/html; charset=UTF-8')
  c.header('Cache-Control', 'no-cache')
  // Tells the service worker that no captive portal responded.
  c.header('X-Api', '1')
  c.header('Vary', 'Accept-Encoding')
  c.header('ETag', etag)
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (status < 429 && c.req.header('If-None-Match') === etag) return c.body(null, 304)
  const encoding = negotiateEncoding(c)
  if (encoding) c.header('Content-Encoding', encoding)
  if (encoding === 'br') return c.body(br, status)
  const html = brotliDecompressSync(br)
  return c.body(new Uint8Array(encoding === 'gzip' ? gzipSync(html) : html), status)
}

/** How long a rendered page is served from memory. */
const cachedMs = 10_000
const maxPages = 300
/** Pages that may wait for better compression; beyond this the machine is busy enough. */
const maxQueued = 50

/**
 * Caches rendered pages for `cachedMs`; concurrent requests share one rendering. A page is sent at once with
 * fast compression. Only when it is requested again is it compressed further, because most pages with filters
 * are requested once.
 */
export function cachePages(render: (address: string) => CompressedPage | Promise<CompressedPage>) {
  const recompress = createRecompressor()
  const cache = new LRUCache<string, CompressedPage>({
    max: maxPages,
    ttl: cachedMs,
    // Ages by the date, which tests can set.
    perf: Date,
    // The earlier page says that the address is requested repeatedly.
    noDeleteOnStaleGet: true,
    // A page that is evicted while it is rendered is still sent.
    ignoreFetchAbort: true,
    fetchMethod: async (address, earlier) => {
      const page = await render(address)
      if (earlier) recompress(page)
      return page
    },
  })

  return async (address: string): Promise<CompressedPage> => {
    const isRepeated = cache.has(address)
    const page = await cache.forceFetch(address)
    if (isRepeated) recompress(page)
    return page
  }
}

/** Recompresses pages one at a time. A page whose ETag is known reuses the earlier result. */
function createRecompressor() {
  const resultsByEtag = new LRUCache<string, CompressedPage['br']>({ max: maxPages })
  const queue = new Set<CompressedPage>()
  let isBusy = false

  async function processQueue(): Promise<void> {
    isBusy = true
    for (const page of queue) {
      page.br = await compressBest(page)
      queue.delete(page)
      resultsByEtag.set(page.etag, page.br)
    }
    isBusy = false
  }

  return (page: CompressedPage): void => {
    const result = resultsByEtag.get(page.etag)
    if (result) page.br = result
    else if (queue.size < maxQueued) queue.add(page)
    if (queue.size > 0 && !isBusy) void processQueue()
  }
}

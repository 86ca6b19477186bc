import type { Context } from 'hono'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzipSync,
} from 'node:zlib'

import { encodingOf } from '#server/platform/http/compress.ts'

/** A document ready to be sent, as nearly all browsers want it. The others are rare. */
export type CompressedPage = {
  status: 200 | 404
  etag: string
  headers: Record<string, string>
  br: Uint8Array<ArrayBuffer>
}

/**
 * The first who asks has to get it in one round trip, which 4 does not reach: it is 8 % larger than 6,
 * which takes a third of a millisecond more. Looking back no further than a document is long takes a
 * tenth of the memory.
 */
const quick = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 18 },
}
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

export function compressFast(
  parts: string[],
  status: 200 | 404,
  headers: Record<string, string>,
): CompressedPage {
  const whole = bytesOf(parts)
  const etag = `W/"${createHash('sha1').update(whole).digest('base64url')}"`
  // A copy, as the packer gives out a part of something larger.
  return { status, etag, headers, br: new Uint8Array(brotliCompressSync(whole, quick)) }
}

let desk = Buffer.allocUnsafe(512 * 1024)
const longestSign = 3

/**
 * All parts behind each other, on one desk for all: good until the next time. To make one long text
 * of them, and bytes of that, costs a third of what packing does.
 */
function bytesOf(parts: string[]): Buffer {
  const most = longestSign * parts.reduce((sum, { length }) => sum + length, 0)
  if (most > desk.length) desk = Buffer.allocUnsafe(most)
  let end = 0
  for (const part of parts) end += desk.write(part, end)
  return desk.subarray(0, end)
}

/** A tenth smaller, and a hundred times slower: for what is sent again and again. */
async function compressBest({ br }: CompressedPage): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await promisify(brotliCompress)(brotliDecompressSync(br), best))
}

type Sent = Omit<CompressedPage, 'status'> & { status: 200 | 404 | 429 | 503 }

/** The same document in place of one that cannot be made now: nobody may keep it. */
export function sendFallback(
  c: Context,
  { headers, ...packed }: CompressedPage,
  status: 429 | 503,
) {
  const answer = sendCompressed(c, {
    ...packed,
    headers: { ...headers, 'Cache-Control': 'no-store' },
    status,
  })
  answer.headers.delete('ETag')
  return answer
}

export function sendCompressed(c: Context, { status, etag, headers, br }: Sent): Response {
  c.header('Content-Type', 'text/html; charset=UTF-8')
  c.header('Cache-Control', 'no-cache')
  c.header('Vary', 'Accept-Encoding')
  c.header('ETag', etag)
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (status < 429 && c.req.header('If-None-Match') === etag) return c.body(null, 304)
  const encoding = encodingOf(c)
  if (encoding) c.header('Content-Encoding', encoding)
  if (encoding === 'br') return c.body(br, status)
  const whole = brotliDecompressSync(br)
  return c.body(new Uint8Array(encoding === 'gzip' ? gzipSync(whole) : whole), status)
}

/** For how long a drawn page serves everybody. */
const cachedMs = 10_000
const maxPages = 300
/** More than these do not wait to be packed better: the machine has other things to do then. */
const longestQueue = 50

type CachedPage = { page: Promise<CompressedPage>; until: number }

/**
 * Draws each address at most once in a while, however many ask; the oldest go first. A page goes
 * out at once, packed quickly. Where it is asked for again it is packed as small as can be for those
 * who ask after that: most addresses with filters nobody asks for twice.
 */
export function cachePages(draw: (address: string) => CompressedPage | Promise<CompressedPage>) {
  const kept = new Map<string, CachedPage>()
  const squeeze = compressInTurn()

  return async (address: string): Promise<CompressedPage> => {
    const now = Date.now()
    const known = kept.get(address)
    if (known && known.until > now) {
      const page = await known.page
      squeeze(page)
      return page
    }

    const drawing = Promise.resolve(draw(address))
    kept.delete(address)
    kept.set(address, { page: drawing, until: now + cachedMs })
    if (kept.size > maxPages) dropOldest(kept)
    try {
      const page = await drawing
      if (known) squeeze(page)
      return page
    } catch (error) {
      kept.delete(address)
      throw error
    }
  }
}

/** Packs pages again, one after the other. One that has not changed since is not packed twice. */
function compressInTurn() {
  const best = new Map<string, CompressedPage['br']>()
  const waiting = new Set<CompressedPage>()
  let isBusy = false

  async function work(): Promise<void> {
    isBusy = true
    for (const page of waiting) {
      page.br = await compressBest(page)
      waiting.delete(page)
      best.set(page.etag, page.br)
      if (best.size > maxPages) dropOldest(best)
    }
    isBusy = false
  }

  return (page: CompressedPage): void => {
    const known = best.get(page.etag)
    if (known) page.br = known
    else if (waiting.size < longestQueue) waiting.add(page)
    if (waiting.size > 0 && !isBusy) void work()
  }
}

function dropOldest(from: Map<string, unknown>): void {
  const [oldest] = from.keys()
  if (oldest !== undefined) from.delete(oldest)
}

import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

/** Looking back no further than most answers are long takes a tenth of the memory. */
const fastBrotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
const compressibleTypes = /^(application\/json|image\/svg\+xml|text\/(html|plain))/
/** Below this a packet is not full anyway. */
const minBytes = 1000

/** Handing a few kilobytes to another thread takes several times as long as packing them here. */
const compressors = {
  br: (text: string | Uint8Array) => brotliCompressSync(text, fastBrotli),
  gzip: (text: string | Uint8Array) => gzipSync(text),
}

/** Sends text in fewer bytes to who understands that: brotli first, else gzip. */
export const compress = createMiddleware(async (c, next) => {
  await next()
  const { headers } = c.res
  const isDone = headers.has('Content-Encoding') || variesByEncoding(headers)
  if (isDone || !compressibleTypes.test(headers.get('Content-Type') ?? '')) return
  c.header('Vary', 'Accept-Encoding')
  if (!negotiateEncoding(c) || !c.res.body) return
  const whole = new Uint8Array(await c.res.arrayBuffer())
  c.res = new Response(compressBody(c, whole), c.res)
  c.res.headers.delete('Content-Length')
})

const variesByEncoding = (headers: Headers) =>
  headers.get('Vary')?.includes('Accept-Encoding') ?? false

/** The same for what is not an answer yet: what it is to be sent as, with headers that say so. */
export function compressBody<Text extends string | Uint8Array<ArrayBuffer>>(
  c: Context,
  text: Text,
) {
  const encoding = negotiateEncoding(c)
  c.header('Vary', 'Accept-Encoding')
  if (!encoding || text.length < minBytes) return text
  c.header('Content-Encoding', encoding)
  // A copy, as the packer gives out a part of something larger.
  return new Uint8Array(compressors[encoding](text))
}

/** The best encoding that the asker understands; undefined: none. */
export function negotiateEncoding(c: Context): 'br' | 'gzip' | undefined {
  const accepted = c.req.header('Accept-Encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

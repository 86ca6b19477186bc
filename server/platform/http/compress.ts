import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

/** A window of 2^16 bytes, longer than most responses, takes a tenth of the default window's memory. */
const fastBrotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
const compressibleTypes = /^(application\/json|image\/svg\+xml|text\/(html|plain))/
/** A smaller response fits into one packet uncompressed. */
const minBytes = 1000

/** Synchronous, because passing a few kilobytes to another thread takes several times as long as compressing them. */
const compressors = {
  br: (text: string | Uint8Array) => brotliCompressSync(text, fastBrotli),
  gzip: (text: string | Uint8Array) => gzipSync(text),
}

/** Compresses text responses with brotli or gzip, as the client accepts. */
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

/** Compresses a body before the response is created, and sets the response's headers accordingly. */
export function compressBody<Text extends string | Uint8Array<ArrayBuffer>>(
  c: Context,
  text: Text,
) {
  const encoding = negotiateEncoding(c)
  c.header('Vary', 'Accept-Encoding')
  if (!encoding || text.length < minBytes) return text
  c.header('Content-Encoding', encoding)
  // Copied, because the compressed buffer is a slice of a larger one, which would stay in memory.
  return new Uint8Array(compressors[encoding](text))
}

/** The best encoding that the client accepts; undefined if it accepts neither. */
export function negotiateEncoding(c: Context): 'br' | 'gzip' | undefined {
  const accepted = c.req.header('Accept-Encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

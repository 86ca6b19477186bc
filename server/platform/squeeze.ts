import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

const brotli = promisify(brotliCompress)
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const zip = promisify(gzip)
const worthIt = /^(application\/json|image\/svg\+xml|text\/(html|plain))/
/** Below this a packet is not full anyway. */
const smallest = 1000

/** Sends text in fewer bytes to who understands that: brotli first, else gzip. */
export const squeeze = createMiddleware(async (c, next) => {
  await next()
  const { res } = c
  const encoding = encodingOf(c)
  if (!worthIt.test(res.headers.get('Content-Type') ?? '') || res.headers.has('Content-Encoding')) {
    return
  }
  c.header('Vary', 'Accept-Encoding')
  if (!encoding || !res.body) return
  const whole = new Uint8Array(await res.arrayBuffer())
  const isSmall = whole.length < smallest
  const bytes = isSmall ? whole : encoding === 'br' ? await brotli(whole, quick) : await zip(whole)
  c.res = new Response(new Uint8Array(bytes), res)
  c.res.headers.delete('Content-Length')
  if (!isSmall) c.res.headers.set('Content-Encoding', encoding)
})

/** The best encoding that the asker understands; undefined: none. */
export function encodingOf(c: Context): 'br' | 'gzip' | undefined {
  const accepted = c.req.header('Accept-Encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

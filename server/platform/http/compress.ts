import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'

/** Looking back no further than most answers are long takes a tenth of the memory. */
const quick = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
const worthIt = /^(application\/json|image\/svg\+xml|text\/(html|plain))/
/** Below this a packet is not full anyway. */
const smallest = 1000

/** Handing a few kilobytes to another thread takes several times as long as packing them here. */
const packers = {
  br: (text: string | Uint8Array) => brotliCompressSync(text, quick),
  gzip: (text: string | Uint8Array) => gzipSync(text),
}

/** Sends text in fewer bytes to who understands that: brotli first, else gzip. */
export const compress = createMiddleware(async (c, next) => {
  await next()
  const { headers } = c.res
  const isDone = headers.has('Content-Encoding') || isSaid(headers)
  if (isDone || !worthIt.test(headers.get('Content-Type') ?? '')) return
  c.header('Vary', 'Accept-Encoding')
  if (!encodingOf(c) || !c.res.body) return
  const whole = new Uint8Array(await c.res.arrayBuffer())
  c.res = new Response(squeezed(c, whole), c.res)
  c.res.headers.delete('Content-Length')
})

const isSaid = (headers: Headers) => headers.get('Vary')?.includes('Accept-Encoding') ?? false

/** The same for what is not an answer yet: what it is to be sent as, with headers that say so. */
export function squeezed<Text extends string | Uint8Array<ArrayBuffer>>(c: Context, text: Text) {
  const encoding = encodingOf(c)
  c.header('Vary', 'Accept-Encoding')
  if (!encoding || text.length < smallest) return text
  c.header('Content-Encoding', encoding)
  // A copy, as the packer gives out a part of something larger.
  return new Uint8Array(packers[encoding](text))
}

/** The best encoding that the asker understands; undefined: none. */
export function encodingOf(c: Context): 'br' | 'gzip' | undefined {
  const accepted = c.req.header('Accept-Encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

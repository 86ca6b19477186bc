import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'

const encodings = ['br', 'gzip'] as const

/** A document ready to be sent, in every encoding a browser may want. */
export type Packed = {
  status: 200 | 404
  etag: string
  headers: Record<string, string>
  bytes: Record<(typeof encodings)[number] | 'identity', Uint8Array<ArrayBuffer>>
}

const brotli = promisify(brotliCompress)
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

export async function pack(
  text: string,
  status: 200 | 404,
  headers: Record<string, string>,
): Promise<Packed> {
  const identity = new TextEncoder().encode(text)
  const [br, zipped] = await Promise.all([brotli(identity, quick), promisify(gzip)(identity)])
  const etag = `W/"${createHash('sha1').update(identity).digest('base64url')}"`
  const bytes = { identity, br: new Uint8Array(br), gzip: new Uint8Array(zipped) }
  return { status, etag, headers, bytes }
}

/** A tenth smaller, and many times slower: for what is sent more than once. */
export async function packBest(text: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await brotli(text, best))
}

export function sendPacked(c: Context, { status, etag, headers, bytes }: Packed): Response {
  const accepted = c.req.header('Accept-Encoding') ?? ''
  const encoding = encodings.find((name) => new RegExp(`\\b${name}\\b`).test(accepted))
  c.header('Content-Type', 'text/html; charset=UTF-8')
  c.header('Cache-Control', 'no-cache')
  c.header('Vary', 'Accept-Encoding')
  c.header('ETag', etag)
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (c.req.header('If-None-Match') === etag) return c.body(null, 304)
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(bytes[encoding ?? 'identity'], status)
}

import type { Context, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import { LRUCache } from 'lru-cache'

import type { StoreEnv } from '#server/platform/http/handler.ts'
import { negotiateEncoding } from '#server/platform/http/compress.ts'
import { isPersonalRead } from './loadShedding.ts'

type CachedResponse = {
  body: string | Uint8Array<ArrayBuffer>
  headers: [name: string, value: string][]
}

/** Resolves to undefined if the response turned out not to be cacheable. */
type PendingResponse = Promise<CachedResponse | undefined>

const maxEntries = 500
/** Headers to replay; others, such as `x-request-id`, belong to a single request. */
const replayedHeaders = /^(content-type|content-encoding|cache-control|etag|vary)$/

type CacheOptions = {
  /** How long a response is cached; 0 for not at all. */
  ttlMs: number
  /** Called when the cache is cleared. */
  onClear?: (() => void) | undefined
  /** The catalogue in memory, by which lists and searches are computed. */
  snapshot?: (() => unknown) | undefined
}

/**
 * Caches public responses, compressed; concurrent requests share one computation. A call that invalidates public reads
 * clears the cache at once, and so does another snapshot of the catalogue: its changes would show a second later
 * otherwise. Other changes by another process show after `ttlMs`. Bag and checkout read the database and are never
 * served from here.
 */
export function cacheResponses({ ttlMs, onClear, snapshot }: CacheOptions) {
  // Ages by the date, which tests can set.
  const options = { max: maxEntries, ttl: ttlMs, perf: Date }
  const cache = ttlMs > 0 ? new LRUCache<string, PendingResponse>(options) : undefined
  let cachedSnapshot = snapshot?.()
  const clear = () => {
    cache?.clear()
    onClear?.()
  }

  return createMiddleware<StoreEnv>(async (c, next) => {
    // Decided by path, not by token: a public response is the same with one, and tokens can be made up.
    if (c.req.method !== 'GET' || isPersonalRead(c.req.path)) {
      await next()
      if (c.res.ok && c.get('call')?.invalidates?.length) clear()
      return
    }
    const current = snapshot?.()
    if (current !== cachedSnapshot) {
      cachedSnapshot = current
      clear()
    }
    const cacheKey = `${negotiateEncoding(c)} ${c.req.url}`
    const shared = cache?.get(cacheKey)
    const cached = shared && (await shared)
    if (cached) return replay(c, cached)

    const pending = captureResponse(c, next)
    cache?.set(cacheKey, pending)
    const stored = await pending.catch(() => undefined)
    if (!stored) cache?.delete(cacheKey)
    await pending
  })
}

async function captureResponse(
  c: Context<StoreEnv>,
  next: Next,
): Promise<CachedResponse | undefined> {
  await next()
  if (!isCacheable(c.res)) return undefined
  const headers = [...c.res.headers].filter(([name]) => replayedHeaders.test(name))
  const compressedBody = c.get('compressedBody')
  if (compressedBody !== undefined) return { body: compressedBody, headers }
  const body = new Uint8Array(await c.res.arrayBuffer())
  c.res = new Response(body, c.res)
  return { body, headers }
}

/** Personal responses, and those that differ between requests, are marked `no-store`. */
function isCacheable({ status, headers }: Response): boolean {
  const caching = headers.get('Cache-Control') ?? 'no-store'
  return status === 200 && !caching.includes('no-store')
}

function replay(c: Context, { body, headers }: CachedResponse): Response {
  for (const [name, value] of headers) c.header(name, value)
  const etag = headers.find(([name]) => name === 'etag')?.[1]
  const isNotModified = etag !== undefined && c.req.header('If-None-Match')?.includes(etag)
  return isNotModified ? c.body(null, 304) : c.body(body)
}

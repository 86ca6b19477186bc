import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { randomUUID } from 'node:crypto'

import { httpsOnlyHeader, securityHeaders } from '#server/app/documents/contentPolicy.ts'
import { healthRoutes } from '#server/app/operations/healthRoutes.ts'
import type { Database } from '#server/database/client/connect.ts'
import { compress } from '#server/platform/http/compress.ts'
import type { Handlers, StoreEnv } from '#server/platform/http/handler.ts'
import { drain } from '#server/platform/http/readBody.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { createReadLimiter, type ReadCounts } from '#server/platform/limits/readLimits.ts'
import { log } from '#server/platform/observability/log.ts'
import { countRequest } from '#server/platform/observability/metrics.ts'
import { handleError } from './answerError.ts'
import { mountCalls } from './calls.ts'
import { openApi } from './openApi.ts'
import { cacheResponses } from './responseCache.ts'

type Parts = {
  db: Database
  /** Separate pool for public reads (see `readPriority.ts`). Defaults to `db`. */
  reads?: Database
  handlers: Handlers
  /** Routes beside the API: photos, files, pages and demo tools. */
  routes?: Hono[]
  /** Webhooks of the payment provider, mounted under `/api`. */
  webhooks?: Hono
  /** Number of our own proxies in front of the server. Without it, reads are not rate-limited. */
  trustedProxies?: number | undefined
  /** Whether each customer's writes are rate-limited. */
  hasWriteLimits?: boolean
  /** Counters of the read limit, shared with the job that syncs them between processes. */
  readCounts?: ReadCounts
  /** Whether the store is served over HTTPS only; turns on HSTS. */
  isSecure?: boolean
  /** How long a public response is served from memory. 0 turns the cache off. */
  responseTtlMs?: number
}

const skipLimit = createMiddleware((_, next) => next())
const apiMarker = { 'x-api': '1' }
const isEmbedded = (headers: Headers) =>
  /frame-ancestors (?!'none')/.test(headers.get('Content-Security-Policy') ?? '')

/** Builds the HTTP app. It creates no connections or timers: `main.ts` and the tests pass them in. */
export function createApp({
  db,
  reads = db,
  handlers,
  routes = [],
  webhooks = new Hono(),
  responseTtlMs = 0,
  trustedProxies,
  hasWriteLimits = false,
  readCounts,
  isSecure = false,
}: Parts) {
  const reference = openApi()
  const commonHeaders = Object.entries({ ...securityHeaders, ...(isSecure && httpsOnlyHeader) })
  const api = new Hono<StoreEnv>()
    // First, so that errors carry it too: the page treats a response without `x-api` as a captive portal's.
    .use(async (c, next) => {
      for (const [name, value] of Object.entries(apiMarker)) c.header(name, value)
      await next()
    })
    .use(trustedProxies === undefined ? skipLimit : createReadLimiter(trustedProxies, readCounts))
    .use(cacheResponses(responseTtlMs))
    .use(compress)
    .get('/openapi.json', (c) => c.json(reference))
    .route('/', mountCalls({ db, reads, hasRateLimits: hasWriteLimits }, handlers))
    .all('*', () => {
      throw new StoreError('not_found', 'This API call does not exist')
    })

  const app = new Hono<StoreEnv>()
    .use(logRequest)
    .use(async (c, next) => {
      await next()
      // Bytes of an unread body would otherwise be parsed as the next request on this connection.
      if (!(await drain(c))) c.res.headers.set('Connection', 'close')
      // Set directly on the response: `c.header` would create a new Response for each header.
      const { headers, status } = c.res
      for (const [name, value] of commonHeaders) headers.set(name, value)
      // The maps frame names its allowed parents in `frame-ancestors`; X-Frame-Options would block them.
      if (isEmbedded(headers)) headers.delete('X-Frame-Options')
      if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', '2')
    })
    .route('/', healthRoutes(db))
    .route('/api', webhooks)
    .route('/api', api)
  for (const route of routes) app.route('/', route)
  return app.onError(handleError)
}

export type App = ReturnType<typeof createApp>

/** Assigns a request id and logs method, route pattern, status and duration; never parameters or bodies. */
const logRequest = createMiddleware<StoreEnv>(async (c, next) => {
  const requestId = randomUUID()
  const startedMs = performance.now()
  c.set('requestId', requestId)
  c.header('x-request-id', requestId)
  await next()
  const ms = performance.now() - startedMs
  const labels = { method: c.req.method, route: routeOf(c), status: c.res.status }
  countRequest({ ...labels, seconds: ms / 1000 })
  log.debug({ requestId, ...labels, ms: Math.round(ms) }, 'request')
})

/** The route's pattern, so that metrics stay few; requests without a route are counted as "others". */
const routeOf = (c: Context) =>
  matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path ?? 'others'

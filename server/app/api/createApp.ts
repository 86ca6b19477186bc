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
  /** Connections for what anybody may look at; left out, those of all else. */
  reads?: Database
  /** Every feature's answers, by the call's name. */
  answers: Handlers
  /** Routes beside the API: photos, files, pages, and what demo mode adds. */
  others?: Hono[]
  /** What the outside calls, under the API's base. */
  hooks?: Hono
  /** How many of our own proxies stand before the store; left out, nobody's questions are counted. */
  limitedBehind?: number | undefined
  /** Whether customers are refused who change things too fast. */
  limitsWrites?: boolean
  /** Where those questions are counted. */
  readCounts?: ReadCounts
  /** Whether the store is reached over https alone. */
  isSecure?: boolean
  /** How long one answer to a public question serves everybody. */
  answersKeptMs?: number
}

const unlimited = createMiddleware((_, next) => next())
const marked = { 'x-api': '1' }
const isEmbedded = (headers: Headers) =>
  /frame-ancestors (?!'none')/.test(headers.get('Content-Security-Policy') ?? '')

/** The whole server. It owns nothing: `main.ts` and the tests hand it what it needs. */
export function createApp({
  db,
  reads = db,
  answers,
  others = [],
  hooks = new Hono(),
  answersKeptMs = 0,
  limitedBehind,
  limitsWrites = false,
  readCounts,
  isSecure = false,
}: Parts) {
  const reference = openApi()
  const always = Object.entries({ ...securityHeaders, ...(isSecure && httpsOnlyHeader) })
  const api = new Hono<StoreEnv>()
    // Before all else: a page takes an answer without the mark for a stranger's (captive portals).
    .use(async (c, next) => {
      for (const [name, value] of Object.entries(marked)) c.header(name, value)
      await next()
    })
    .use(limitedBehind === undefined ? unlimited : createReadLimiter(limitedBehind, readCounts))
    .use(cacheResponses(answersKeptMs))
    .use(compress)
    .get('/openapi.json', (c) => c.json(reference))
    .route('/', mountCalls({ db, reads, hasRateLimits: limitsWrites }, answers))
    .all('*', () => {
      throw new StoreError('not_found', 'There is no such call')
    })

  const app = new Hono<StoreEnv>()
    .use(logRequest)
    .use(async (c, next) => {
      await next()
      // A client that goes on sending would take the rest of this body for its next request.
      if (!(await drain(c))) c.res.headers.set('Connection', 'close')
      // `c.header` would make a new answer of this one each time.
      const { headers, status } = c.res
      for (const [name, value] of always) headers.set(name, value)
      // The policy of the frame with the maps says by itself who may embed it.
      if (isEmbedded(headers)) headers.delete('X-Frame-Options')
      if (status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', '2')
    })
    .route('/', healthRoutes(db))
    .route('/api', hooks)
    .route('/api', api)
  for (const other of others) app.route('/', other)
  return app.onError(handleError)
}

export type App = ReturnType<typeof createApp>

/** Gives each request a name, and logs how it went: the route, never what was in it. */
const logRequest = createMiddleware<StoreEnv>(async (c, next) => {
  const requestId = randomUUID()
  const startedMs = performance.now()
  c.set('requestId', requestId)
  c.header('x-request-id', requestId)
  await next()
  const ms = performance.now() - startedMs
  const told = { method: c.req.method, route: routeOf(c), status: c.res.status }
  countRequest({ ...told, seconds: ms / 1000 })
  log.debug({ requestId, ...told, ms: Math.round(ms) }, 'request')
})

/** As it stands in the table of calls; what no call answers is told together. */
const routeOf = (c: Context) =>
  matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path ?? 'others'

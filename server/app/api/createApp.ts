import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { randomUUID } from 'node:crypto'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

import { httpsOnlyHeader, securityHeaders } from '#server/app/documents/contentPolicy.ts'
import { healthRoutes } from '#server/app/operations/operationRoutes.ts'
import type { Database } from '#server/database/client/connect.ts'
import { compress } from '#server/platform/http/compress.ts'
import type { Handlers, StoreEnv } from '#server/platform/http/handler.ts'
import { drain } from '#server/platform/http/readBody.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { createReadLimiter, type ReadCounts } from '#server/platform/limits/rateLimits.ts'
import { log } from '#server/platform/observability/log.ts'
import { countRequest } from '#server/platform/observability/metrics.ts'
import { allCalls, allSchemas, type AnyCallName } from '#contract/api/allCalls.ts'
import type { Call } from '#contract/api/calls.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { ErrorResponse } from '#contract/errors.ts'
import type { CallSchemas } from '#contract/api/fields.ts'
import { handleError } from './errorResponse.ts'
import { mountCalls } from './calls.ts'
import { cacheResponses } from './responseCache.ts'

type AppOptions = {
  db: Database
  /** Separate pool for public reads (see `loadShedding.ts`). Defaults to `db`. */
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
  /** Called when a write has changed public responses, such as the stock of products. */
  onPublicChange?: (() => void) | undefined
  /** The catalogue in memory: another one clears the cached responses. */
  snapshot?: (() => unknown) | undefined
}

const skipLimit = createMiddleware((_, next) => next())
const apiMarker = { 'x-api': '1' }
const isFrameable = (headers: Headers) =>
  /frame-ancestors (?!'none')/.test(headers.get('Content-Security-Policy') ?? '')

/** Builds the HTTP app. It creates no connections or timers: `main.ts` and the tests pass them in. */
export function createApp({
  db,
  reads = db,
  handlers,
  routes = [],
  webhooks = new Hono(),
  responseTtlMs = 0,
  onPublicChange,
  snapshot,
  trustedProxies,
  hasWriteLimits = false,
  readCounts,
  isSecure = false,
}: AppOptions) {
  const reference = openApi()
  const commonHeaders = Object.entries({ ...securityHeaders, ...(isSecure && httpsOnlyHeader) })
  const api = new Hono<StoreEnv>()
    // First, so that errors carry it too: the page treats a response without `x-api` as a captive portal's.
    .use(async (c, next) => {
      for (const [name, value] of Object.entries(apiMarker)) c.header(name, value)
      await next()
    })
    .use(trustedProxies === undefined ? skipLimit : createReadLimiter(trustedProxies, readCounts))
    .use(cacheResponses({ ttlMs: responseTtlMs, onClear: onPublicChange, snapshot }))
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
      for (const [name, value] of commonHeaders) {
        // The desk may use the camera, which the store's pages may not.
        if (name !== 'Permissions-Policy' || !headers.has(name)) headers.set(name, value)
      }
      // The maps frame names its allowed parents in `frame-ancestors`; X-Frame-Options would block them.
      if (isFrameable(headers)) headers.delete('X-Frame-Options')
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

/** The API reference, in OpenAPI 3.1, made from the contract's table of calls. */
function openApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(allCalls) as AnyCallName[]) {
    const call: DescribedCall = allCalls[name]
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][call.method.toLowerCase()] = operationOf(name, call, allSchemas[name])
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pehno API', version: '1.0.0', description: 'The calls of the Pehno store.' },
    servers: [{ url: '/api' }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}

type DescribedCall = Call & { roles?: readonly StaffRole[] }

function operationOf(
  name: AnyCallName,
  call: DescribedCall,
  { query, body, response }: CallSchemas,
) {
  const parts = [...call.path.matchAll(/:(\w+)/g)].map(([, part = '']) => ({
    name: part,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    operationId: name,
    ...(call.access !== 'public' && { security: [{ token: [] }] }),
    ...(call.roles && { description: `For ${call.roles.join(', ')}.`, 'x-roles': call.roles }),
    parameters: [...parts, ...(query ? queryParameters(query) : [])],
    ...(body && { requestBody: { required: true, content: jsonContent(body) } }),
    responses: {
      200: { description: 'Success', ...(response && { content: jsonContent(response) }) },
      default: { description: 'Refused, with the reason', content: jsonContent(ErrorResponse) },
    },
  }
}

const jsonContent = (schema: v.GenericSchema) => ({
  'application/json': { schema: toPlainJsonSchema(schema) },
})

/** `errorMode: 'ignore'` leaves out what JSON Schema cannot express: brands, transforms, custom checks. */
const toPlainJsonSchema = (schema: v.GenericSchema) =>
  toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })

function queryParameters(query: v.GenericSchema) {
  const { properties = {}, required = [], anyOf } = toPlainJsonSchema(query)
  const schemaParts = anyOf?.length
    ? (anyOf[0] as ReturnType<typeof toPlainJsonSchema>)
    : { properties, required }
  return Object.entries(schemaParts.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: schemaParts.required?.includes(name) ?? false,
    schema,
  }))
}

/** Calls the API in the same process for server rendering. */
export function createFetcher(app: Pick<App, 'request'>) {
  return async (path: string): Promise<unknown> => {
    const response = await app.request(`/api/${path}`)
    if (response.status >= 500) throw new Error(`No response to ${path}: ${response.status}`)
    return response.ok ? response.json() : undefined
  }
}

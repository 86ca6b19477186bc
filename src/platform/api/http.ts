import ky, { isHTTPError, isTimeoutError, type Options, type ResponsePromise } from 'ky'
import * as v from 'valibot'

import type { Call } from '#contract/api/calls.ts'
import type { Read } from '#contract/api/reads.ts'
import type { PublicReadName } from '#contract/api/publicReads.ts'
import { type ReadResponse, readSchemas } from '#contract/api/readSchemas.ts'
import { ErrorResponse } from '#contract/errors.ts'
import { fillPath, type Params } from '#contract/paths.ts'
import * as rules from '#contract/rules.ts'
import { isFromStore, isPortalResponse } from '#platform/connectivity/connectivity.ts'
import {
  observe,
  observeResponse,
  probeNow,
  whenOfflineFor,
} from '#platform/connectivity/connectivityAtom.ts'
import { handleUnauthorized, requireToken } from '#platform/session/session.ts'
import { ApiError } from './apiError.ts'
import { recordAge, recordSavedAt } from './storedAge.ts'
import { pathForWarehouse, warehouseQuery } from './warehouse.ts'

/**
 * Absolute, because a relative base throws in Node and jsdom. The server renders but never sends
 * requests.
 */
const origin = globalThis.location?.origin ?? 'http://localhost'

/**
 * Only reads that a busy server rejected are retried, once, after the time it asked for. A lost
 * connection is reported to the screen at once.
 */
const retry: Options['retry'] = {
  limit: 1,
  methods: ['get'],
  statusCodes: [503],
  afterStatusCodes: [503],
  maxRetryAfter: 5000,
  shouldRetry: ({ error }) => (isHTTPError(error) ? undefined : false),
}

/**
 * A read on a dead connection would hang until its timeout. After the soft limit it is reported as slow.
 * Once the store has been unreachable for as long, the read is aborted, so that the screen can show
 * stored data, and a probe detects when the connection is back.
 */
async function fetchUnlessOffline(request: Request, options?: RequestInit) {
  const { softLimitMs } = rules.request
  const offlineAbort = new AbortController()
  const wait = setTimeout(() => observe({ kind: 'slow', at: Date.now() }), softLimitMs)
  // Offline the worker still serves public reads from its cache. It stores no customer's data, so a
  // request with a token need not wait for it.
  const from = request.headers.has('Authorization') ? 0 : Date.now()
  const stop = whenOfflineFor({ ms: softLimitMs, from }, () => {
    offlineAbort.abort(new TypeError('The store cannot be reached'))
    void probeNow()
  })
  try {
    const signal = AbortSignal.any([request.signal, offlineAbort.signal])
    return await fetch(request, { ...options, signal })
  } finally {
    clearTimeout(wait)
    stop()
  }
}

/**
 * A response is evidence for the connection at the time when its request was sent. It is observed
 * here and not in a hook, because the hooks get copies of the request, which have no such time.
 */
async function fetchObserved(input: RequestInfo | URL, options?: RequestInit) {
  const sentAt = Date.now()
  const isRead = input instanceof Request && input.method === 'GET'
  const response = await (isRead ? fetchUnlessOffline(input, options) : fetch(input, options))
  observeResponse(response, sentAt, isRead)
  // The store did not respond, so callers treat this as no connection.
  if (isPortalResponse(response)) throw new TypeError('A captive portal responded')
  return response
}

/** For public calls. */
const publicHttp = ky.create({
  prefixUrl: new URL('/api', origin).href,
  timeout: rules.request.timeoutMs,
  fetch: fetchObserved,
  retry,
})

/** For calls that need a login. A response with status 400 is returned to the caller. */
const userHttp = publicHttp.extend({
  throwHttpErrors: (status) => status !== 400,
  hooks: {
    beforeRequest: [
      ({ headers }) => {
        if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${requireToken()}`)
      },
    ],
    afterResponse: [
      (request, _options, response) => {
        if (response.status === 401 && isFromStore(response))
          handleUnauthorized(request.headers.get('Authorization'))
      },
    ],
  },
})

type RequestOptions = {
  params?: Params
  query?: Record<string, string>
  json?: unknown
  /** Sent as `Idempotency-Key`, so that a retry does not repeat the change. */
  idempotencyKey?: string
  /** The token of the customer who made the change, whoever is logged in when it is sent. */
  token?: string
  signal?: AbortSignal
}

/** Sends a call of the contract. */
export function request(call: Call, options: RequestOptions = {}): ResponsePromise {
  const { params, query, json, idempotencyKey, token, signal } = options
  const kyOptions: Options = { method: call.method, json }
  const searchParams = { ...query, ...warehouseQuery(call) }
  if (Object.keys(searchParams).length > 0) kyOptions.searchParams = searchParams
  kyOptions.headers = {
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    ...(token && { Authorization: `Bearer ${token}` }),
  }
  if (signal) kyOptions.signal = signal
  const http = call.access === 'user' ? userHttp : publicHttp
  return http(fillPath(call.path, params).slice(1), kyOptions)
}

/**
 * Returns the response of a call, checked by its schema.
 *
 * @throws ApiError if there is no connection, or the response is an error or does not fit the schema;
 * aborts and programming errors are thrown unchanged
 */
export async function parseResponse<Schema extends v.GenericSchema>(
  schema: Schema,
  response: ResponsePromise,
): Promise<v.InferOutput<Schema>> {
  const body = await response.json().catch(async (thrown: unknown) => {
    const error = await asApiError(thrown)
    if (error instanceof ApiError && error.code === 'offline')
      observe({ kind: 'failed', at: Date.now() })
    throw error
  })
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  throw apiErrorOf(body, new v.ValiError(parsed.issues))
}

/**
 * Turns what a request threw into an `ApiError`: a caller's time limit means no connection. Aborts
 * and programming errors stay as they are.
 */
async function asApiError(thrown: unknown): Promise<unknown> {
  const hasTimedOut = thrown instanceof DOMException && thrown.name === 'TimeoutError'
  if (hasTimedOut || isTimeoutError(thrown) || thrown instanceof TypeError)
    return new ApiError('offline', thrown)
  // The response is truncated or not JSON, so it is unknown whether the server did what was asked.
  if (thrown instanceof SyntaxError) return new ApiError('unexpected', thrown)
  if (!isHTTPError(thrown)) return thrown
  const error = apiErrorOf(await thrown.response.json().catch(() => undefined), thrown)
  error.retryAfterMs = retryAfterMs(thrown.response)
  return error
}

/** Parses `Retry-After`, which is a number of seconds or a date. */
function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('Retry-After')
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return ms > 0 ? ms : undefined
}

/** The server's error response; 'unexpected' if `body` is not one. */
function apiErrorOf(body: unknown, cause: unknown): ApiError {
  const { success, output } = v.safeParse(ErrorResponse, body)
  return success ? new ApiError(output.code, cause, output) : new ApiError('unexpected', cause)
}

/**
 * Sends a public read of `contract/api/reads.ts` and checks its response. Where the store cannot be reached and the worker has
 * not stored a list, the list is made of the products that are stored.
 */
export async function sendRead<Name extends PublicReadName>(
  read: Read<Name>,
  signal?: AbortSignal,
): Promise<ReadResponse<Name>> {
  try {
    return await requestRead(read, signal)
  } catch (error) {
    const isOffline = error instanceof ApiError && error.code === 'offline'
    if (!isOffline || !listReads.has(read[0])) throw error
    const saved = await readSaved(read)
    if (!saved) throw error
    return saved as ReadResponse<Name>
  }
}

const listReads: ReadonlySet<PublicReadName> = new Set(['readProducts', 'suggestProducts'])

/** Undefined if nothing is stored, or storage is denied. */
async function readSaved(read: Read): Promise<object | undefined> {
  const { readSavedList } = await import('./savedList.ts')
  const saved = await readSavedList(read[1]).catch(() => undefined)
  if (!saved) return undefined
  recordSavedAt(read, saved.savedAt)
  return { success: true, result: saved.result }
}

async function requestRead<Name extends PublicReadName>(
  read: Read<Name>,
  signal: AbortSignal | undefined,
): Promise<ReadResponse<Name>> {
  const schema = readSchemas[read[0]].response as v.GenericSchema<unknown, ReadResponse<Name>>
  const response = publicHttp.get(pathForWarehouse(read), signal ? { signal } : {})
  const data = await parseResponse(schema, response)
  // Recorded together with the data, so that a page shows its data and its age at once.
  recordAge(read, await response)
  return data
}

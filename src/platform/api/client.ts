import ky, { isHTTPError, isTimeoutError, type Options, type ResponsePromise } from 'ky'
import * as v from 'valibot'

import type { Call } from '#contract/api/calls.ts'
import { ErrorResponse } from '#contract/errors.ts'
import { fillPath, type Params } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { isPortalResponse } from '#platform/connectivity/connectivity.ts'
import {
  observe,
  observeResponse,
  probeNow,
  whenOfflineFor,
} from '#platform/connectivity/connectivityAtom.ts'
import { ApiError } from './apiError.ts'

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

/** For public calls, and for those whose caller passes the token. */
export const publicHttp = ky.create({
  prefixUrl: new URL('/api', origin).href,
  timeout: rules.request.timeoutMs,
  fetch: fetchObserved,
  retry,
})

export type RequestOptions = {
  params?: Params
  query?: Record<string, string>
  json?: unknown
  /** Sent as `Idempotency-Key`, so that a retry does not repeat the change. */
  idempotencyKey?: string
  /** Who sends it: the customer who made the change, whoever is logged in by then, or a member of staff. */
  token?: string
  signal?: AbortSignal
}

/** Sends a call of the contract. */
export function sendCall(
  call: Call,
  { params, query = {}, json, idempotencyKey, token, signal }: RequestOptions,
  http = publicHttp,
): ResponsePromise {
  const kyOptions: Options = { method: call.method, json }
  if (Object.keys(query).length > 0) kyOptions.searchParams = query
  kyOptions.headers = {
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    ...(token && { Authorization: `Bearer ${token}` }),
  }
  if (signal) kyOptions.signal = signal
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

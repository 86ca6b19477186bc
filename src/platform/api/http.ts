import ky, { isHTTPError, isTimeoutError, type Options, type ResponsePromise } from 'ky'
import * as v from 'valibot'

import type { Call } from '#contract/api/calls.ts'
import type { Read } from '#contract/api/reads.ts'
import { type ReadNoun, readReplies, type ReadReply } from '#contract/api/schemas.ts'
import { ErrorReply } from '#contract/errors.ts'
import { fillPath, type Params } from '#contract/paths.ts'
import { rules } from '#contract/rules.ts'
import { isFromStore, isPortalResponse } from '#platform/connectivity/connectivity.ts'
import {
  observe,
  observeResponse,
  whenOfflineFor,
} from '#platform/connectivity/connectivityAtom.ts'
import { handleUnauthorized, requireToken } from '#platform/session/session.ts'
import { ApiError } from './apiError.ts'
import { recordAge } from './storedAge.ts'

/** Absolute, as a relative base throws in Node and jsdom. The server draws, but never asks here. */
const origin = globalThis.location?.origin ?? 'http://localhost'

/** When a request was sent: its answer speaks for the line as it was then. */
const begun = new WeakMap<Request, number>()

/**
 * Nothing is repeated by itself, except a read that a busy store has sent away: once, when it said.
 * A line that is gone is the screen's business, at once.
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
 * A read on a dead connection would hang until the timeout. After the soft limit it is evidence that
 * something is wrong, and once the store is known to be out of reach it is given up: the screen shows
 * what is stored, and asks again when the connection is back.
 */
async function fetchUnlessOffline(asked: RequestInfo | URL, options?: RequestInit) {
  if (!(asked instanceof Request) || asked.method !== 'GET') return fetch(asked, options)
  const { softLimitMs } = rules.request
  const outOfReach = new AbortController()
  const wait = setTimeout(() => observe({ kind: 'slow', at: Date.now() }), softLimitMs)
  const stop = whenOfflineFor(softLimitMs, () =>
    outOfReach.abort(new TypeError('The store is out of reach')),
  )
  try {
    const signal = AbortSignal.any([asked.signal, outOfReach.signal])
    return await fetch(asked, { ...options, signal })
  } finally {
    clearTimeout(wait)
    stop()
  }
}

/** For what anyone may ask. */
const publicHttp = ky.create({
  prefixUrl: new URL('/api', origin).href,
  timeout: rules.request.timeoutMs,
  fetch: fetchUnlessOffline,
  retry,
  hooks: {
    beforeRequest: [(request) => void begun.set(request, Date.now())],
    afterResponse: [
      (request, _options, response) => {
        observeResponse(response, begun.get(request) ?? Date.now(), request.method === 'GET')
        // To a caller this is the same as no connection: the store has not answered.
        if (isPortalResponse(response)) throw new TypeError('A captive portal answered')
      },
    ],
  },
})

/** For what only a signed-in user may ask. A 400 is an answer here, and goes to the caller. */
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

type Sent = {
  params?: Params
  query?: Record<string, string>
  json?: unknown
  /** Sent as `Idempotency-Key`: a repeat with the same one changes nothing twice. */
  idempotencyKey?: string
  /** Of the user whose change this is, whoever is logged in by the time it leaves. */
  token?: string
  signal?: AbortSignal
}

/** One call of the contract's table, on its way. */
export function request(call: Call, sent: Sent = {}): ResponsePromise {
  const { params, query, json, idempotencyKey, token, signal } = sent
  const options: Options = { method: call.method, json }
  if (query) options.searchParams = query
  options.headers = {
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    ...(token && { Authorization: `Bearer ${token}` }),
  }
  if (signal) options.signal = signal
  const http = call.access === 'user' ? userHttp : publicHttp
  return http(fillPath(call.path, params).slice(1), options)
}

/** A public read of `contract/api/reads.ts`, on its way. */
function requestRead(read: Read, signal?: AbortSignal): ResponsePromise {
  const sent = publicHttp.get(read[1], signal ? { signal } : {})
  sent.then(
    (answer) => recordAge(read, answer),
    () => undefined,
  )
  return sent
}

/** Awaits a call and gives what it brought, checked; whatever else came is an `ApiError`. */
export async function send<Schema extends v.GenericSchema>(
  schema: Schema,
  sent: ResponsePromise,
): Promise<v.InferOutput<Schema>> {
  const body = await sent.json().catch(async (thrown: unknown) => {
    const error = await asApiError(thrown)
    if (error instanceof ApiError && error.code === 'offline')
      observe({ kind: 'failed', at: Date.now() })
    throw error
  })
  const answer = v.safeParse(schema, body)
  if (answer.success) return answer.output
  throw refused(body, new v.ValiError(answer.issues))
}

/** What a call threw, as an `ApiError`. An abort or a bug stays what it is. */
async function asApiError(thrown: unknown): Promise<unknown> {
  if (isTimeoutError(thrown) || thrown instanceof TypeError) return new ApiError('offline', thrown)
  // An answer that is cut off or no JSON: whether the server did what was asked is unknown.
  if (thrown instanceof SyntaxError) return new ApiError('unexpected', thrown)
  if (!isHTTPError(thrown)) return thrown
  const error = refused(await thrown.response.json().catch(() => undefined), thrown)
  error.retryAfterMs = retryAfterMs(thrown.response)
  return error
}

/** What `Retry-After` says: seconds, or a date. */
function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('Retry-After')
  if (!value) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return ms > 0 ? ms : undefined
}

/** The server's refusal in its own words; 'unexpected' if `body` is none. */
function refused(body: unknown, cause: unknown): ApiError {
  const { success, output } = v.safeParse(ErrorReply, body)
  return success ? new ApiError(output.code, cause, output) : new ApiError('unexpected', cause)
}

/** Sends a read and checks what it brings. */
export function sendRead<Noun extends ReadNoun>(
  read: Read<Noun>,
  signal?: AbortSignal,
): Promise<ReadReply<Noun>> {
  const schema = readReplies[read[0]] as v.GenericSchema<unknown, ReadReply<Noun>>
  return send(schema, requestRead(read, signal))
}

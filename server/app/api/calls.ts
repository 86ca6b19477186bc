import { type Context, Hono } from 'hono'
import { createHash } from 'node:crypto'
import * as v from 'valibot'

import { allCalls, allSchemas, type AnyCallName } from '#contract/api/allCalls.ts'
import type { Call } from '#contract/api/calls.ts'
import * as rules from '#contract/rules.ts'
import type { CallSchemas } from '#contract/api/fields.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { compressBody } from '#server/platform/http/compress.ts'
import type { Handlers, StoreEnv } from '#server/platform/http/handler.ts'
import { withIdempotencyKey } from '#server/platform/http/idempotency.ts'
import {
  decodeText,
  isBodyArriving,
  readBody,
  rejectUnstorable,
} from '#server/platform/http/readBody.ts'
import { requireSession } from '#server/platform/http/sessions.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import {
  type Change,
  recordChange,
  requireStaff,
  type StaffActor,
} from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { validate } from '#server/platform/http/validate.ts'
import { limitConcurrency, limitWrites } from '#server/platform/limits/rateLimits.ts'
import { errorResponse } from './errorResponse.ts'
import { isVisitorRead } from './loadShedding.ts'

type Step = (request: object, response?: unknown) => unknown
type Prepare = (request: object) => Promise<object>
type CallHandler = Step | { prepare?: Prepare; begin: Step; finish?: Step }
/** Who sends a call with a token. `id` is the customer's, the person's or the key's. */
type Caller =
  | { id: string; kind: 'customer'; sessionId: string }
  | { id: string; kind: 'staff'; actor: StaffActor }

type MountOptions = {
  db: Database
  /** Separate pool for public reads. */
  reads: Database
  hasRateLimits: boolean
}

/** Mounts every call with the authentication, limits and validation it declares. */
export function mountCalls(
  { db, reads, hasRateLimits }: MountOptions,
  handlers: Handlers,
): Hono<StoreEnv> {
  const app = new Hono<StoreEnv>()
  const limitWrite = hasRateLimits ? limitWrites() : undefined
  for (const name of Object.keys(allCalls) as AnyCallName[]) {
    const handler = handlers[name] as CallHandler
    const on = isVisitorRead(name) ? reads : db
    const call = { call: allCalls[name], schemas: allSchemas[name], limitWrite }
    mount(app, { db: on, handler, ...call })
  }
  return app
}

type MountedCall = {
  db: Database
  call: Call & { roles?: readonly StaffRole[]; isUnrecorded?: boolean }
  schemas: CallSchemas
  handler: CallHandler
  /** Throws `too_many` if the caller writes too fast. */
  limitWrite: ((callerId: string) => void) | undefined
}

const tooManyUploads = 'Please wait until your other photos have been uploaded.'

function mount(app: Hono<StoreEnv>, mountedCall: MountedCall) {
  const { call, schemas, limitWrite } = mountedCall
  const limitUploads =
    schemas.upload && limitConcurrency(schemas.upload.maxConcurrent, tooManyUploads)
  app.on(call.method, call.path, async (c) => {
    c.set('call', call)
    const caller = await requireCaller(c, mountedCall)
    if (caller && call.method !== 'GET') limitWrite?.(caller.id)
    const run = () => handleCall(c, mountedCall, caller)
    return caller && limitUploads ? limitUploads(caller.id, run) : run()
  })
}

/**
 * The caller of a call that needs a login.
 *
 * @throws StoreError 'signed_out', or 'forbidden' if the call is not for the role
 */
async function requireCaller(
  c: Context<StoreEnv>,
  { db, call }: MountedCall,
): Promise<Caller | undefined> {
  if (call.access === 'public') return undefined
  if (call.access === 'user') {
    const { userId, sessionId } = await requireSession(db, bearerToken(c))
    return { kind: 'customer', id: userId, sessionId }
  }
  const actor = await requireStaff(db, bearerToken(c))
  if (!call.roles?.includes(actor.role)) throw notYours()
  return { kind: 'staff', id: actor.id, actor }
}

const notYours = () => new StoreError('forbidden', 'You don’t have access to this')

async function handleCall(
  c: Context<StoreEnv>,
  mountedCall: MountedCall,
  caller: Caller | undefined,
): Promise<Response> {
  const { db, call, schemas, handler } = mountedCall
  // The body may take up to two minutes, and the session may end meanwhile.
  const isArriving = caller && isBodyArriving(c)
  const { userIds, ...request } = await readRequest(c, schemas)
  if (isArriving) await requireCaller(c, mountedCall)
  // A `userId` anywhere in a customer's request must be that of the session.
  if (caller?.kind === 'customer' && userIds.some((id) => id !== caller.id)) throw notYours()

  const params = c.req.param() as Record<string, string>
  let prepared: object = {}
  const requestOn = (on: Database) => {
    const authenticated = authenticatedPart(caller, { db: on, query: request.query })
    return { ...request, ...authenticated, params, db: on, context: c, ...prepared }
  }
  const validateResponse = (response: unknown) =>
    schemas.response ? v.parse(schemas.response, response) : response
  const steps = typeof handler === 'function' ? { begin: handler } : handler
  const { begin, finish } = steps
  const prepare =
    steps.prepare && (async () => void (prepared = (await steps.prepare?.(requestOn(db))) ?? {}))
  const isWrite = call.method !== 'GET'
  const runHandler = async (on: Database) => {
    const begun = requestOn(on)
    const response = await begin(begun)
    if (isWrite && begun.staff && !call.isUnrecorded && !begun.staff.hasRecorded())
      throw new Error(`${call.path} recorded no change`)
    return validateResponse(response)
  }

  const key = caller && isWrite ? c.req.header('Idempotency-Key') : undefined
  let result: unknown
  if (caller && key !== undefined) {
    const body = request.upload ? hashOf(request.upload) : request.body
    result = await runWithIdempotencyKey(c, { db, key, caller, body, prepare, run: runHandler })
  } else {
    await prepare?.()
    // What the staff change, and its record in the history, are committed together.
    result = await (caller?.kind === 'staff' && isWrite
      ? inTransaction(db, runHandler)
      : runHandler(db))
  }
  if (result instanceof Response) return result
  const response = finish ? validateResponse(await finish(requestOn(db), result)) : result
  return response instanceof Response ? response : sendResponse(c, call, response)
}

const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('base64url')

type PersonalRequest = { db: Database; query: unknown }

/** The fields of a request that say for whom it works. */
function authenticatedPart(caller: Caller | undefined, { db, query }: PersonalRequest) {
  if (!caller) return { staff: undefined }
  if (caller.kind === 'staff') return { staff: staffContext(db, caller.actor) }
  const { warehouse: warehouseId } = (query ?? {}) as { warehouse?: string }
  const customer = { db, userId: caller.id, warehouseId }
  return { staff: undefined, customer, sessionId: caller.sessionId }
}

function staffContext(db: Database, actor: StaffActor) {
  let changes = 0
  const record = async (change: Change) => {
    changes += 1
    await recordChange(db, actor, change)
  }
  return { db, actor, record, hasRecorded: () => changes > 0 }
}

function bearerToken(c: Context): string | undefined {
  return /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '')?.[1]
}

type KeyedRequest = {
  db: Database
  key: string
  caller: Caller
  body: unknown
  prepare: (() => Promise<void>) | undefined
  run: (on: Database) => Promise<unknown>
}

/** Runs the handler once per `Idempotency-Key` and replays the stored response to retries. */
async function runWithIdempotencyKey(c: Context<StoreEnv>, { caller, ...work }: KeyedRequest) {
  const { status, body } = await withIdempotencyKey(work.db, {
    ...work,
    userId: caller.id,
    call: `${c.req.method} ${new URL(c.req.url).pathname}`,
    refusalOf: (error) => errorResponse(error, c.get('requestId')),
  })
  return status === 200 ? body : c.json(body as object, status as 400)
}

/**
 * Reads and validates a call's query and body; errors name each invalid field. `userIds` lists every
 * user id in the request, including those in fields that the schema would drop.
 */
async function readRequest(c: Context, schemas: CallSchemas) {
  const params = c.req.param() as Record<string, string>
  rejectUnstorable(params)
  const query = queryOf(c)
  const upload = schemas.upload && (await readBody(c, schemas.upload))
  const body = schemas.body && (await bodyOf(c))
  return {
    query: schemas.query && validate(schemas.query, query),
    body: schemas.body && validate(schemas.body, body),
    upload,
    userIds: [params, query, body].map(userIdIn).filter((id) => id !== undefined && id !== null),
  }
}

const userIdIn = (part: unknown): unknown =>
  (part as { userId?: unknown } | null | undefined)?.userId

/** An empty parameter counts as missing, because HTML forms send empty fields. */
function queryOf(c: Context): Record<string, string> {
  const params = [...new URL(c.req.url).searchParams]
  return Object.fromEntries(params.filter(([, value]) => value !== ''))
}

/** Without a body, the fields come from the query: some clients and proxies drop the body of a DELETE. */
async function bodyOf(c: Context): Promise<unknown> {
  const text = decodeText(await readBody(c, rules.body))
  if (text === '') return queryOf(c)
  try {
    return JSON.parse(text)
  } catch {
    throw new StoreError('invalid', 'The request is not valid JSON')
  }
}

const { filtersMs, termsMs, listsMs } = rules.cacheTtl
const maxAge = (ms: number) => `public, max-age=${ms / 1000}`

/** `Cache-Control` by cache policy. The service worker uses the same lifetimes (`rules.cacheTtl`). */
const cacheControlByPolicy = {
  filters: maxAge(filtersMs),
  terms: maxAge(termsMs),
  lists: maxAge(listsMs),
  networkFirst: 'no-cache',
  never: 'no-store',
} as const satisfies Record<Call['cache'], string>

/** Sends a validated response, or 304 if the client's ETag matches. */
function sendResponse(c: Context<StoreEnv>, call: Call, response: unknown): Response {
  c.header('Cache-Control', cacheControlByPolicy[call.cache])
  if (response === undefined) return c.body(null, 204)
  const text = JSON.stringify(response)
  c.header('Content-Type', 'application/json; charset=UTF-8')
  if (call.cache === 'never') return c.body(compressBody(c, text))

  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
  c.header('ETag', etag)
  const clientEtags = c.req.header('If-None-Match')?.split(/\s*,\s*/) ?? []
  if (clientEtags.includes(etag)) return c.body(null, 304)
  const body = compressBody(c, text)
  c.set('compressedBody', body)
  return c.body(body)
}

import { type Context, Hono } from 'hono'
import { createHash } from 'node:crypto'
import * as v from 'valibot'

import { type Call, type CallName, calls } from '#contract/api/calls.ts'
import { fieldMessage } from '#contract/api/fieldMessages.ts'
import { rules } from '#contract/rules.ts'
import { type CallSchemas, schemas } from '#contract/api/schemas.ts'
import type { Database } from '#server/database/client/connect.ts'
import { squeezed } from '#server/platform/http/compress.ts'
import type { Handlers, StoreEnv } from '#server/platform/http/handler.ts'
import { withIdempotencyKey } from '#server/platform/http/idempotency.ts'
import { readBody, textOf } from '#server/platform/http/readBody.ts'
import { requireSession } from '#server/platform/http/sessions.ts'
import { rejectUnstorable } from '#server/platform/http/storable.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitConcurrency, limitWrites } from '#server/platform/limits/rateLimits.ts'
import { errorReply } from './answerError.ts'
import { isVisitorRead } from './readPriority.ts'

type Step = (asked: object, begun?: unknown) => unknown
type Prepare = (asked: object) => Promise<object>
type Answer = Step | { prepare?: Prepare; begin: Step; finish?: Step }
type Session = { userId: string; sessionId: string }

type On = {
  db: Database
  /** Connections for what anybody may look at. */
  reads: Database
  hasRateLimits: boolean
}

/** Every call that has an answer, at its method and path, with the checks the table asks for. */
export function mountCalls({ db, reads, hasRateLimits }: On, answers: Handlers): Hono<StoreEnv> {
  const app = new Hono<StoreEnv>()
  const limitWrite = hasRateLimits ? limitWrites() : undefined
  for (const name of Object.keys(calls) as CallName[]) {
    const answer = answers[name] as Answer | undefined
    const on = isVisitorRead(name) ? reads : db
    const call = { call: calls[name], schemas: schemas[name], limitWrite }
    if (answer) mount(app, { db: on, answer, ...call })
  }
  return app
}

type Mounted = {
  db: Database
  call: Call
  schemas: CallSchemas
  answer: Answer
  /** Refuses a customer who changes things too fast. */
  limitWrite: ((userId: string) => void) | undefined
}

const tooManyUploads = 'Please wait until your other photos have been uploaded.'

function mount(app: Hono<StoreEnv>, mounted: Mounted) {
  const { db, call, schemas, limitWrite } = mounted
  const oneOfFew = schemas.upload && limitConcurrency(schemas.upload.atOnce, tooManyUploads)
  app.on(call.method, call.path, async (c) => {
    const session = call.access === 'user' ? await requireSession(db, bearerOf(c)) : undefined
    if (session && call.method !== 'GET') limitWrite?.(session.userId)
    const run = () => answerCall(c, mounted, session)
    return session && oneOfFew ? oneOfFew(session.userId, run) : run()
  })
}

async function answerCall(
  c: Context<StoreEnv>,
  { db, call, schemas, answer }: Mounted,
  session: Session | undefined,
): Promise<Response> {
  const { userIds, ...request } = await readRequest(c, schemas)
  // A `userId` anywhere in a request must be the token's own.
  if (session && userIds.some((id) => id !== session.userId)) {
    throw new StoreError('forbidden', 'This is not yours')
  }

  const params = c.req.param() as Record<string, string>
  let prepared: object = {}
  const askedOn = (on: Database) => {
    return { ...request, ...asUser(on, session), params, db: on, context: c, ...prepared }
  }
  const checked = (reply: unknown) => (schemas.reply ? v.parse(schemas.reply, reply) : reply)
  const steps = typeof answer === 'function' ? { begin: answer } : answer
  const { begin, finish } = steps
  const prepare =
    steps.prepare && (async () => void (prepared = (await steps.prepare?.(askedOn(db))) ?? {}))
  const answerWith = async (on: Database) => checked(await begin(askedOn(on)))

  const key = session && call.method !== 'GET' ? c.req.header('Idempotency-Key') : undefined
  let begun: unknown
  if (session && key !== undefined) {
    const body = request.upload ? hashOf(request.upload) : request.body
    begun = await answerWithKey(c, { db, key, session, body, prepare, answerWith })
  } else {
    await prepare?.()
    begun = await answerWith(db)
  }
  if (begun instanceof Response) return begun
  const reply = finish ? checked(await finish(askedOn(db), begun)) : begun
  return reply instanceof Response ? reply : respond(c, call, reply)
}

const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('base64url')

const asUser = (db: Database, session: Session | undefined) =>
  session && { store: { db, userId: session.userId }, sessionId: session.sessionId }

function bearerOf(c: Context): string | undefined {
  return /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '')?.[1]
}

type OnceRequest = {
  db: Database
  key: string
  session: Session
  body: unknown
  prepare: (() => Promise<void>) | undefined
  answerWith: (on: Database) => Promise<unknown>
}

/** The first answer to an `Idempotency-Key`, given again for the same request. */
async function answerWithKey(c: Context<StoreEnv>, { session, ...work }: OnceRequest) {
  const { status, reply } = await withIdempotencyKey(work.db, {
    ...work,
    userId: session.userId,
    request: `${c.req.method} ${new URL(c.req.url).pathname}`,
    refusalOf: (error) => errorReply(error, c.get('requestId')),
  })
  return status === 200 ? reply : c.json(reply as object, status as 400)
}

/**
 * The query and the body of a call, checked; what does not fit is named field by field. `userIds` are
 * all that the request names, also where the call itself has no use for one.
 */
async function readRequest(c: Context, schemas: CallSchemas) {
  const params = c.req.param() as Record<string, string>
  rejectUnstorable(params)
  const query = queryOf(c)
  const upload = schemas.upload && (await readBody(c, schemas.upload))
  const body = schemas.body && (await bodyOf(c))
  return {
    query: schemas.query && checked(schemas.query, query),
    body: schemas.body && checked(schemas.body, body),
    upload,
    userIds: [params, query, body].map(userIdIn).filter((id) => id !== undefined && id !== null),
  }
}

const userIdIn = (part: unknown): unknown =>
  (part as { userId?: unknown } | null | undefined)?.userId

/** An empty parameter counts as missing: forms send those that were not filled in. */
function queryOf(c: Context): Record<string, string> {
  const given = [...new URL(c.req.url).searchParams]
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** A DELETE may carry its few fields in the query instead. */
async function bodyOf(c: Context): Promise<unknown> {
  const text = textOf(await readBody(c, rules.body))
  if (text === '') return queryOf(c)
  try {
    return JSON.parse(text)
  } catch {
    throw new StoreError('invalid', 'The request is not valid JSON')
  }
}

function checked<Schema extends v.GenericSchema>(schema: Schema, given: unknown) {
  rejectUnstorable(given)
  // Messages of the contract's own come first; the library's are replaced, in one place.
  const { success, output, issues } = v.safeParse(schema, given, { message: () => '' })
  if (success) return output
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? 'request'
    fields[path] ??= issue.message || fieldMessage(path, issue)
  }
  const [first = 'The request is not complete'] = Object.values(fields)
  const isOurs = issues.some(({ type, message }) => type === 'regex' && /^Please /.test(message))
  throw new StoreError('invalid', isOurs ? first : 'Please check what you entered', { fields })
}

const { filtersMs, termsMs, listsMs } = rules.freshFor
const maxAge = (ms: number) => `public, max-age=${ms / 1000}`

/** What a browser or a proxy may do with an answer; agrees with what the worker does. */
const cacheControlOf = {
  filters: maxAge(filtersMs),
  terms: maxAge(termsMs),
  lists: maxAge(listsMs),
  asked: 'no-cache',
  never: 'no-store',
} as const satisfies Record<Call['keep'], string>

/** Sends a checked answer, or 304 where the asker has the same already. */
function respond(c: Context<StoreEnv>, call: Call, answer: unknown): Response {
  c.header('Cache-Control', cacheControlOf[call.keep])
  if (answer === undefined) return c.body(null, 204)
  const text = JSON.stringify(answer)
  c.header('Content-Type', 'application/json; charset=UTF-8')
  if (call.keep === 'never') return c.body(squeezed(c, text))

  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
  c.header('ETag', etag)
  const known = c.req.header('If-None-Match')?.split(/\s*,\s*/) ?? []
  if (known.includes(etag)) return c.body(null, 304)
  const body = squeezed(c, text)
  c.set('sent', body)
  return c.body(body)
}

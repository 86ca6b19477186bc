import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'

import { type Call, type CallName, calls } from '#contract/calls.ts'
import { type CallSchemas, schemas } from '#contract/schemas.ts'
import type { Database } from '#server/database/connect.ts'
import { answerOnce } from '#server/platform/answerOnce.ts'
import type { Answers, StoreEnv } from '#server/platform/answers.ts'
import { limitAtOnce } from '#server/platform/limitAtOnce.ts'
import { limitWrites } from '#server/platform/limitWrites.ts'
import { requireSession } from '#server/platform/sessions.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { errorReply } from './answerError.ts'
import { readRequest } from './readRequest.ts'
import { respond } from './respond.ts'
import { isForVisitors } from './whichRead.ts'

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
export function mountCalls({ db, reads, hasRateLimits }: On, answers: Answers): Hono<StoreEnv> {
  const app = new Hono<StoreEnv>()
  const limitWrite = hasRateLimits ? limitWrites() : undefined
  for (const name of Object.keys(calls) as CallName[]) {
    const answer = answers[name] as Answer | undefined
    const on = isForVisitors(name) ? reads : db
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
  const oneOfFew = schemas.upload && limitAtOnce(schemas.upload.atOnce, tooManyUploads)
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
    begun = await once(c, { db, key, session, body, prepare, answerWith })
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

type Once = {
  db: Database
  key: string
  session: Session
  body: unknown
  prepare: (() => Promise<void>) | undefined
  answerWith: (on: Database) => Promise<unknown>
}

/** The first answer to an `Idempotency-Key`, given again for the same request. */
async function once(c: Context<StoreEnv>, { session, ...work }: Once) {
  const { status, reply } = await answerOnce(work.db, {
    ...work,
    userId: session.userId,
    request: `${c.req.method} ${new URL(c.req.url).pathname}`,
    refusalOf: (error) => errorReply(error, c.get('requestId')),
  })
  return status === 200 ? reply : c.json(reply as object, status as 400)
}

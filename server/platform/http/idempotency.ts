import { and, eq, lte, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { inTransaction, sqlState } from '#server/database/client/transaction.ts'
import { idempotencyKeys } from '#server/database/schema/requests.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { StoreError } from './storeError.ts'

const { keptMs, minLength, maxLength } = rules.idempotency

/** PostgreSQL's word for having waited too long for a row. */
const lockTimeout = '55P03'

/** Answers that may be different the next time are not kept. */
const isTransient = (status: number) => status === 401 || status === 429 || status >= 500

type StoredAnswer = {
  status: number
  reply: unknown
  /** Set where it was stored just now. */
  bytes?: number
}

type IdempotentRequest = {
  key: string
  userId: string
  /** Method and path. */
  request: string
  body: unknown
  /** Runs before the transaction, unless the key has its answer already. */
  prepare?: (() => Promise<void>) | undefined
  /** Does the work on the given transaction. */
  answerWith: (on: Database) => Promise<unknown>
  /** What an error is answered with. */
  refusalOf: (error: Error) => { status: number; body: unknown }
}

/**
 * The first answer to a key, given again to every repeat. The key, the work and the answer are one
 * transaction: after a crash either all of it is there or nothing. A twin that comes while the
 * first is at work waits for it at the key's row, and is told of a conflict if that takes too long.
 */
export async function withIdempotencyKey(
  db: Database,
  once: IdempotentRequest,
): Promise<StoredAnswer> {
  if (once.key.length < minLength || once.key.length > maxLength) {
    throw new StoreError(
      'invalid',
      `An Idempotency-Key has ${minLength} to ${maxLength} characters`,
    )
  }
  try {
    const answer = (await preparedAnswer(db, once)) ?? (await firstAnswer(db, once))
    if (answer.bytes !== undefined) limitStoredAnswers(db, once.userId, answer.bytes)
    return answer
  } catch (error) {
    if (sqlState(error) === lockTimeout)
      throw new StoreError('conflict', 'We’re already working on this. Please wait a moment.')
    throw error
  }
}

/** An answer that needs no transaction: the one kept already, or a refusal of the preparation. */
async function preparedAnswer(
  db: Database,
  once: IdempotentRequest,
): Promise<StoredAnswer | undefined> {
  if (!once.prepare) return undefined
  const known = await readRow(db, once)
  if (known && known.status !== null && known.expiresAt > clock.now())
    return readStoredAnswer(db, once)
  try {
    await once.prepare()
    return undefined
  } catch (error) {
    const failed = new Failed('The preparation has failed', { cause: error })
    return storeRefusal(db, once, refusalOf(once, failed))
  }
}

async function firstAnswer(db: Database, once: IdempotentRequest): Promise<StoredAnswer> {
  let kept: Promise<unknown> | undefined
  try {
    const answer = await inTransaction(db, async (tx) => {
      kept = undefined
      if (!(await claim(tx, once))) return readStoredAnswer(tx, once)
      const answer = await work(tx, once)
      // Goes out together with the end of the transaction, which is none if this fails.
      kept = storeAnswer(tx, once, answer)
      kept.catch(() => {})
      return answer
    })
    await kept
    return answer
  } catch (error) {
    // Where the answer could not be kept, that is the cause, and the end of the transaction only tells of it.
    await kept
    if (!(error instanceof Failed)) throw error
    return storeRefusal(db, once, refusalOf(once, error))
  }
}

async function work(tx: Database, { answerWith }: IdempotentRequest): Promise<StoredAnswer> {
  try {
    return { status: 200, reply: await answerWith(tx) }
  } catch (error) {
    throw new Failed('The work has failed', { cause: error })
  }
}

/** Takes back what the work did, and the key with it. */
class Failed extends Error {}

function refusalOf(once: IdempotentRequest, { cause }: Failed): StoredAnswer {
  const { status, body: reply } = once.refusalOf(cause as Error)
  return { status, reply }
}

/**
 * A refusal is an answer to keep. A twin that waited for the key may have it by now: then what that
 * one was told is the answer of both, unless it wanted something else.
 */
async function storeRefusal(
  db: Database,
  once: IdempotentRequest,
  answer: StoredAnswer,
): Promise<StoredAnswer> {
  if (isTransient(answer.status)) return answer
  return db.transaction(async (tx) => {
    if (await claim(tx, once)) return storeAnswer(tx, once, answer)
    const { bodyHash } = (await readRow(tx, once)) ?? {}
    return bodyHash === hashOf(once.body) ? readStoredAnswer(tx, once) : answer
  })
}

async function storeAnswer(
  tx: Database,
  { userId, key, request }: IdempotentRequest,
  kept: StoredAnswer,
): Promise<StoredAnswer> {
  const { status, reply } = kept
  const answer = JSON.stringify(reply ?? null)
  await saveAnswer(tx, { userId, key, request, status, answer })
  kept.bytes = answer.length
  return kept
}

const saveAnswer = preparedStatement(
  'keep_answer',
  ['userId', 'key', 'request', 'status', 'answer'],
  (db, at) =>
    db
      .update(idempotencyKeys)
      .set({ state: 'done', status: sql`${at.status}`, answer: sql`${at.answer}::jsonb` })
      .where(
        and(
          eq(idempotencyKeys.userId, at.userId),
          eq(idempotencyKeys.key, at.key),
          eq(idempotencyKeys.call, at.request),
        ),
      ),
)

/** True for the first; a twin waits here until the first has ended, one way or the other. */
async function claim(
  tx: Database,
  { userId, key, request, body }: IdempotentRequest,
): Promise<boolean> {
  const now = clock.now()
  const until = new Date(now.getTime() + keptMs)
  const claimed = await claimKey(tx, { userId, key, request, bodyHash: hashOf(body), now, until })
  return claimed.length > 0
}

const claimKey = preparedStatement(
  'claim_key',
  ['userId', 'key', 'request', 'bodyHash', 'now', 'until'],
  (db, { userId, key, request, bodyHash, now, until }) =>
    db
      .insert(idempotencyKeys)
      .values({ userId, key, call: request, bodyHash, expiresAt: until })
      .onConflictDoUpdate({
        target: [idempotencyKeys.userId, idempotencyKeys.key, idempotencyKeys.call],
        set: {
          bodyHash: sql`excluded.body_hash`,
          state: 'running',
          status: null,
          answer: null,
          expiresAt: sql`excluded.expires_at`,
        },
        // One that nobody remembers any more is as good as none.
        setWhere: lte(idempotencyKeys.expiresAt, now),
      })
      .returning({ key: idempotencyKeys.key }),
)

async function readStoredAnswer(tx: Database, once: IdempotentRequest): Promise<StoredAnswer> {
  const row = await readRow(tx, once)
  if (!row || row.status === null)
    throw new StoreError('conflict', 'We’re already working on this. Please wait a moment.')
  if (row.bodyHash !== hashOf(once.body)) {
    throw new StoreError('key_reused', 'This Idempotency-Key was used for something else')
  }
  return { status: row.status, reply: row.answer }
}

async function readRow(tx: Database, once: IdempotentRequest) {
  const [row] = await tx.select().from(idempotencyKeys).where(rowOf(once))
  return row
}

const rowOf = ({ userId, key, request }: IdempotentRequest) =>
  and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.call, request),
  )

/** The same for the same body, whatever the order of its fields. */
function hashOf(body: unknown): string {
  const sorted = JSON.stringify(body ?? null, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(sorted).digest('base64url')
}

const { mostPerUser, mostBytesPerUser } = rules.idempotency
/** A customer's stored answers are bounded again after so many more of them, or so many more bytes. */
const answersBetween = 100
const bytesBetween = 1024 * 1024
/** Beyond so many customers the counting begins anew: memory has an end. */
const mostCustomers = 20_000

const stored = new Map<string, { answers: number; bytes: number }>()

/**
 * Notes an answer that was stored for a day, and now and then deletes the oldest of its customer, so
 * that nobody can fill the disk. The request does not wait for it.
 */
function limitStoredAnswers(db: Database, userId: string, bytes: number): void {
  const counted = stored.get(userId) ?? { answers: 0, bytes: 0 }
  counted.answers += 1
  counted.bytes += bytes
  if (counted.answers < answersBetween && counted.bytes < bytesBetween) {
    if (stored.size > mostCustomers) stored.clear()
    stored.set(userId, counted)
    return
  }
  stored.delete(userId)
  deleteOldest(db, userId).catch((error: unknown) =>
    log.warn({ err: error }, 'Stored answers could not be deleted'),
  )
}

/** Keeps the newest answers of a customer, in so many bytes as they take on disk. */
const deleteOldest = (db: Database, userId: string) =>
  db.execute(sql`
    delete from ${idempotencyKeys} using (
      select key, call, row_number() over newest as nth,
        sum(pg_column_size(answer)) over newest as bytes
      from ${idempotencyKeys} where user_id = ${userId} and state = 'done'
      window newest as (order by expires_at desc, key, call)
    ) old
    where ${idempotencyKeys.userId} = ${userId}
      and ${idempotencyKeys.key} = old.key and ${idempotencyKeys.call} = old.call
      and (nth > ${mostPerUser} or bytes > ${mostBytesPerUser})`)

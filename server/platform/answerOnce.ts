import { createHash } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction, sqlState } from '#server/database/inTransaction.ts'
import { idempotencyKeys } from '#server/database/requestTables.ts'
import { clock } from './clock.ts'
import { StoreError } from './storeError.ts'

const { keptMs, minLength, maxLength } = rules.idempotency

/** PostgreSQL's word for having waited too long for a row. */
const lockTimeout = '55P03'

/** Answers that may be different the next time are not kept. */
const passing = (status: number) => status === 401 || status === 429 || status >= 500

type Kept = { status: number; reply: unknown }

type Once = {
  key: string
  userId: string
  /** Method and path. */
  request: string
  body: unknown
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
export async function answerOnce(db: Database, once: Once): Promise<Kept> {
  if (once.key.length < minLength || once.key.length > maxLength) {
    throw new StoreError(
      'invalid',
      `An Idempotency-Key has ${minLength} to ${maxLength} characters`,
    )
  }
  try {
    return await db.transaction(async (tx) => {
      const isFirst = await claim(tx, once)
      if (!isFirst) return readKept(tx, once)
      const answer = await work(tx, once)
      if (passing(answer.status)) throw new NotKept(answer)
      await tx
        .update(idempotencyKeys)
        .set({ state: 'done', status: answer.status, answer: answer.reply ?? null })
        .where(rowOf(once))
        .prepare('keep_answer')
        .execute()
      return answer
    })
  } catch (error) {
    if (error instanceof NotKept) return error.answer
    if (sqlState(error) === lockTimeout)
      throw new StoreError('conflict', 'This is being done already')
    throw error
  }
}

/** Leaves the transaction, so that nothing of it stays, with an answer all the same. */
class NotKept extends Error {
  readonly answer: Kept
  constructor(answer: Kept) {
    super('Not kept')
    this.answer = answer
  }
}

/** True for the first; a twin waits here until the first has ended, one way or the other. */
async function claim(tx: Database, once: Once): Promise<boolean> {
  const now = clock.now()
  const { userId, key, call, expiresAt } = idempotencyKeys
  const bodyHash = hashOf(once.body)
  const until = new Date(now.getTime() + keptMs)
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ userId: once.userId, key: once.key, call: once.request, bodyHash, expiresAt: until })
    .onConflictDoUpdate({
      target: [userId, key, call],
      set: { bodyHash, state: 'running', status: null, answer: null, expiresAt: until },
      // One that nobody remembers any more is as good as none.
      setWhere: lte(expiresAt, now),
    })
    .returning({ key })
    .prepare('claim_key')
    .execute()
  return claimed.length > 0
}

async function readKept(tx: Database, once: Once): Promise<Kept> {
  const [row] = await tx.select().from(idempotencyKeys).where(rowOf(once))
  if (!row || row.status === null) throw new StoreError('conflict', 'This is being done already')
  if (row.bodyHash !== hashOf(once.body)) {
    throw new StoreError('key_reused', 'This Idempotency-Key was used for something else')
  }
  return { status: row.status, reply: row.answer }
}

/**
 * The work in a savepoint: a refusal takes back what was done, and is an answer to keep. What met
 * another in the wrong order is done again from there.
 */
async function work(tx: Database, { answerWith, refusalOf }: Once): Promise<Kept> {
  try {
    const reply = await inTransaction(tx, answerWith)
    return { status: 200, reply }
  } catch (error) {
    const { status, body } = refusalOf(error as Error)
    return { status, reply: body }
  }
}

const rowOf = ({ userId, key, request }: Once) =>
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

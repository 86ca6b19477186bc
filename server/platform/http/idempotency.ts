import { and, eq, lte, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement } from '#server/database/client/statements.ts'
import { inTransaction, sqlState } from '#server/database/client/transaction.ts'
import { idempotencyKeys } from '#server/database/schema/operations.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { StoreError } from './storeError.ts'

const { ttlMs, minLength, maxLength } = rules.idempotency

/** SQLSTATE lock_not_available: `lock_timeout` was exceeded. */
const lockTimeout = '55P03'

/** Responses that are not stored, because a retry may succeed. */
const isTransient = (status: number) => status === 401 || status === 429 || status >= 500

type StoredResponse = {
  status: number
  body: unknown
  /** Size of the stored JSON; set only by the request that stored it. */
  bytes?: number
}

type IdempotentRequest = {
  key: string
  userId: string
  /** Method and path. */
  call: string
  body: unknown
  /** Runs before the transaction, unless the key has a stored response. */
  prepare?: (() => Promise<void>) | undefined
  /** Does the work on the given transaction. */
  run: (on: Database) => Promise<unknown>
  /** Turns an error into a response. */
  refusalOf: (error: Error) => { status: number; body: unknown }
}

/**
 * Runs a request once per idempotency key and replays the stored response to retries. The key, the work
 * and the response are committed in one transaction, so a crash leaves all of them or none. A concurrent
 * retry waits for the lock on the key's row, and gets 409 if that takes longer than `lock_timeout`.
 */
export async function withIdempotencyKey(
  db: Database,
  request: IdempotentRequest,
): Promise<StoredResponse> {
  if (request.key.length < minLength || request.key.length > maxLength) {
    throw new StoreError(
      'invalid',
      `An Idempotency-Key must have ${minLength} to ${maxLength} characters`,
    )
  }
  try {
    const response =
      (await responseBeforeTransaction(db, request)) ?? (await runInTransaction(db, request))
    if (response.bytes !== undefined) limitStoredResponses(db, request.userId, response.bytes)
    return response
  } catch (error) {
    if (sqlState(error) === lockTimeout) throw stillProcessing()
    throw error
  }
}

const stillProcessing = () =>
  new StoreError('conflict', 'Your request is already being processed. Please wait a moment.')

/** A response before the transaction: the stored one, or the refusal if `prepare` throws. */
async function responseBeforeTransaction(
  db: Database,
  request: IdempotentRequest,
): Promise<StoredResponse | undefined> {
  if (!request.prepare) return undefined
  const stored = await readRow(db, request)
  if (stored && stored.status !== null && stored.expiresAt > clock.now())
    return readStoredResponse(db, request)
  try {
    await request.prepare()
    return undefined
  } catch (error) {
    const failed = new RolledBackError('The preparation has failed', { cause: error })
    return storeRefusal(db, request, refusalOf(request, failed))
  }
}

async function runInTransaction(db: Database, request: IdempotentRequest): Promise<StoredResponse> {
  try {
    return await inTransaction(db, async (tx) => {
      if (!(await claim(tx, request))) return readStoredResponse(tx, request)
      return storeResponse(tx, request, await runWork(tx, request))
    })
  } catch (error) {
    if (!(error instanceof RolledBackError)) throw error
    return storeRefusal(db, request, refusalOf(request, error))
  }
}

async function runWork(tx: Database, { run }: IdempotentRequest): Promise<StoredResponse> {
  try {
    return { status: 200, body: await run(tx) }
  } catch (error) {
    throw new RolledBackError('The work has failed', { cause: error })
  }
}

/** Rolls back the work together with the key. The error of the work is its `cause`. */
class RolledBackError extends Error {}

function refusalOf(request: IdempotentRequest, { cause }: RolledBackError): StoredResponse {
  return request.refusalOf(cause as Error)
}

/**
 * Stores a refusal in a transaction of its own. A concurrent retry may have claimed the key meanwhile: then
 * its stored response is returned, unless its body was different.
 */
async function storeRefusal(
  db: Database,
  request: IdempotentRequest,
  response: StoredResponse,
): Promise<StoredResponse> {
  if (isTransient(response.status)) return response
  return db.transaction(async (tx) => {
    if (await claim(tx, request)) return storeResponse(tx, request, response)
    const { bodyHash } = (await readRow(tx, request)) ?? {}
    return bodyHash === hashOf(request.body) ? readStoredResponse(tx, request) : response
  })
}

async function storeResponse(
  tx: Database,
  { userId, key, call }: IdempotentRequest,
  response: StoredResponse,
): Promise<StoredResponse> {
  const { status, body } = response
  const json = JSON.stringify(body ?? null)
  await saveResponse(tx, { userId, key, call, status, response: json })
  response.bytes = json.length
  return response
}

const saveResponse = preparedStatement(
  'save_response',
  ['userId', 'key', 'call', 'status', 'response'],
  (db, params) =>
    db
      .update(idempotencyKeys)
      .set({
        state: 'done',
        status: sql`${params.status}`,
        response: sql`${params.response}::jsonb`,
      })
      .where(
        and(
          eq(idempotencyKeys.userId, params.userId),
          eq(idempotencyKeys.key, params.key),
          eq(idempotencyKeys.call, params.call),
        ),
      ),
)

/** Inserts the key. A concurrent request blocks here until the first one commits or rolls back; false if the key exists then. */
async function claim(
  tx: Database,
  { userId, key, call, body }: IdempotentRequest,
): Promise<boolean> {
  const now = clock.now()
  const until = new Date(now.getTime() + ttlMs)
  const claimed = await claimKey(tx, { userId, key, call, bodyHash: hashOf(body), now, until })
  return claimed.length > 0
}

const claimKey = preparedStatement(
  'claim_key',
  ['userId', 'key', 'call', 'bodyHash', 'now', 'until'],
  (db, { userId, key, call, bodyHash, now, until }) =>
    db
      .insert(idempotencyKeys)
      .values({ userId, key, call, bodyHash, expiresAt: until })
      .onConflictDoUpdate({
        target: [idempotencyKeys.userId, idempotencyKeys.key, idempotencyKeys.call],
        set: {
          bodyHash: sql`excluded.body_hash`,
          state: 'running',
          status: null,
          response: null,
          expiresAt: sql`excluded.expires_at`,
        },
        // An expired key may be used again.
        setWhere: lte(idempotencyKeys.expiresAt, now),
      })
      .returning({ key: idempotencyKeys.key }),
)

async function readStoredResponse(
  tx: Database,
  request: IdempotentRequest,
): Promise<StoredResponse> {
  const row = await readRow(tx, request)
  if (!row || row.status === null) throw stillProcessing()
  if (row.bodyHash !== hashOf(request.body)) {
    throw new StoreError('key_reused', 'This Idempotency-Key has been used for another request')
  }
  return { status: row.status, body: row.response }
}

async function readRow(tx: Database, request: IdempotentRequest) {
  const [row] = await tx.select().from(idempotencyKeys).where(isRowOf(request))
  return row
}

const isRowOf = ({ userId, key, call }: IdempotentRequest) =>
  and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.call, call),
  )

/** A hash of the body that does not depend on the order of its fields. */
function hashOf(body: unknown): string {
  const sorted = JSON.stringify(body ?? null, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(sorted).digest('base64url')
}

const { maxPerUser, maxBytesPerUser } = rules.storedResponses
/** A customer's old responses are deleted each time after this many new ones, or this many bytes. */
const cleanUpEveryResponses = 100
const cleanUpEveryBytes = 1024 * 1024
/** Bounds the memory of the counters: beyond this many customers they are cleared. */
const maxCustomers = 20_000

const newResponses = new Map<string, { responses: number; bytes: number }>()

/**
 * Counts a stored response and deletes the customer's oldest ones from time to time, so that a client
 * cannot fill the disk. The request does not wait for the deletion.
 */
function limitStoredResponses(db: Database, userId: string, bytes: number): void {
  const count = newResponses.get(userId) ?? { responses: 0, bytes: 0 }
  count.responses += 1
  count.bytes += bytes
  if (count.responses < cleanUpEveryResponses && count.bytes < cleanUpEveryBytes) {
    if (newResponses.size > maxCustomers) newResponses.clear()
    newResponses.set(userId, count)
    return
  }
  newResponses.delete(userId)
  deleteOldest(db, userId).catch((error: unknown) =>
    log.warn({ err: error }, 'Old stored responses could not be deleted'),
  )
}

/** Deletes all but the newest responses of a customer, limited by number and by size on disk. */
const deleteOldest = (db: Database, userId: string) =>
  db.execute(sql`
    delete from ${idempotencyKeys} using (
      select key, call, row_number() over newest as nth,
        sum(pg_column_size(response)) over newest as bytes
      from ${idempotencyKeys} where user_id = ${userId} and state = 'done'
      window newest as (order by expires_at desc, key, call)
    ) old
    where ${idempotencyKeys.userId} = ${userId}
      and ${idempotencyKeys.key} = old.key and ${idempotencyKeys.call} = old.call
      and (nth > ${maxPerUser} or bytes > ${maxBytesPerUser})`)

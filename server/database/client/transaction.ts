import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'

import { type Database, queryTimeoutMessage } from './connect.ts'

/** SQLSTATEs serialization_failure and deadlock_detected: the transaction can be retried. */
const retryableStates = new Set(['40001', '40P01'])
const maxAttempts = 4

/** Runs a transaction and retries it after a deadlock. Side effects outside the database are repeated too. */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === maxAttempts || !retryableStates.has(sqlState(error) ?? '')) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** The SQLSTATE of an error, even if drizzle has wrapped it. Example: '23505' is unique_violation. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return sqlState(error.cause)
}

/** SQLSTATEs for too many connections, lock and statement timeouts, and a server that is stopping or starting. */
const unavailableStates = new Set(['53300', '55P03', '57014', '57P01', '57P02', '57P03'])
const socketErrors = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])
/** Errors that the driver reports without a code. */
const noConnectionFree = 'timeout exceeded when trying to connect'
const driverMessages = [
  noConnectionFree,
  queryTimeoutMessage,
  'Connection terminated',
  'Client has encountered a connection error',
]

/** Whether the wait for a free connection of the pool has timed out. */
export function isPoolBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === noConnectionFree || isPoolBusy(error.cause)
}

/** Whether the database is overloaded or unreachable, so that a later retry may succeed. */
export function isBusy(error: unknown): boolean {
  return isConnectionBroken(error) || isUnavailable(error)
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isAway = driverMessages.some((words) => error.message.startsWith(words))
  return isAway || unavailableStates.has(sqlState(error) ?? '') || isUnavailable(error.cause)
}

/**
 * Whether the connection to the database broke. Driver errors come directly or wrapped by drizzle; a socket
 * error that caused any other error, such as a failed fetch, belongs to another host.
 */
function isConnectionBroken(error: unknown, isOurs = true): boolean {
  if (!(error instanceof Error)) return false
  if (isOurs && 'code' in error && socketErrors.has(String(error.code))) return true
  return isConnectionBroken(error.cause, error instanceof DrizzleQueryError)
}

import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'

import type { Database } from './connect.ts'

/** Two transactions that met in the wrong order: the one that was stopped may simply try again. */
const passing = new Set(['40001', '40P01'])
const tries = 4

/** A transaction that is begun again after a deadlock. What it does outside the database it does again. */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  for (let turn = 1; ; turn++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (turn === tries || !passing.has(sqlState(error) ?? '')) throw error
      await pause(Math.random() * 20 * 2 ** turn)
    }
  }
}

/** PostgreSQL's five letters for what went wrong, also through drizzle's wrapping: '23505' is a twin. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return sqlState(error.cause)
}

/** Too many connections, a row or a statement that took too long; or it is stopped, or starting. */
const passingStates = new Set(['53300', '55P03', '57014', '57P01', '57P02', '57P03'])
const brokenLine = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
/** What the driver says where it has no letters for it. */
const noConnectionFree = 'timeout exceeded when trying to connect'
const away = [
  noConnectionFree,
  'Connection terminated',
  'Client has encountered a connection error',
]

/** Whether a request has waited for a connection of the pool for as long as it may. */
export function isPoolBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === noConnectionFree || isPoolBusy(error.cause)
}

/** Whether the database has too much to do just now, or is away: later it may well go. */
export function isBusy(error: unknown): boolean {
  return isOffLine(error) || isTold(error)
}

function isTold(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isAway = away.some((words) => error.message.startsWith(words))
  return isAway || passingStates.has(sqlState(error) ?? '') || isTold(error.cause)
}

/**
 * The line to the database: an error of the driver comes as it is, or wrapped by drizzle. What is
 * the cause of something else, as of a fetch that failed, broke on the way to somebody else.
 */
function isOffLine(error: unknown, isOurs = true): boolean {
  if (!(error instanceof Error)) return false
  if (isOurs && 'code' in error && brokenLine.has(String(error.code))) return true
  return isOffLine(error.cause, error instanceof DrizzleQueryError)
}

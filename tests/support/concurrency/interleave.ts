import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { watchStatements } from '#tests/support/database/watchStatements.ts'

type Call = () => Promise<number>
type Interleaving = {
  first: Call
  /** The statement of the first call after which the second one starts. */
  after: number
  other: Call
}

/**
 * Runs the first call up to one of its statements, then the second until it ends or waits for a
 * lock, then the rest of both. Returns both responses, or undefined if the first call ended before
 * that statement.
 */
export async function interleave(
  db: Database,
  { first, after, other }: Interleaving,
): Promise<[number, number] | undefined> {
  let resume = () => {}
  const isOver = new Promise<void>((resolve) => (resume = resolve))
  let firstCall: Promise<number> | undefined
  const isFirstThrough = await new Promise<boolean>((done, failed) => {
    firstCall = watchStatements(({ nth }) => {
      if (nth !== after) return undefined
      done(false)
      return isOver
    }, first)
    firstCall.then(() => done(true), failed)
  })
  if (isFirstThrough) return undefined
  const second = other()
  await untilBlocked(db, second)
  resume()
  return Promise.all([firstCall as Promise<number>, second])
}

/** Waits until the call has its response or waits for a lock. */
export async function untilBlocked(db: Database, call: Promise<unknown>): Promise<void> {
  let isSettled = false
  const settle = () => (isSettled = true)
  call.then(settle, settle)
  while (!isSettled && !(await isAnyBlocked(db))) {
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

async function isAnyBlocked(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length > 0
}

export async function deadlocksOf(db: Database): Promise<number | undefined> {
  const { rows } = await db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  return rows[0]?.deadlocks
}

import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { watchStatements } from '#tests/support/database/watchStatements.ts'

type Call = () => Promise<number>
type Crossing = {
  first: Call
  /** After which statement of the first the other one comes. */
  after: number
  other: Call
}

/**
 * The first call as far as one of its statements; then the other, for as long as nothing holds it
 * up; then the rest of both. Gives how they were answered, or nothing where the first was through
 * before the other could come.
 */
export async function interleave(
  db: Database,
  { first, after, other }: Crossing,
): Promise<[number, number] | undefined> {
  let goOn = () => {}
  const isOver = new Promise<void>((resolve) => (goOn = resolve))
  let answer: Promise<number> | undefined
  const isFirstThrough = await new Promise<boolean>((met, failed) => {
    answer = watchStatements(({ nth }) => {
      if (nth !== after) return undefined
      met(false)
      return isOver
    }, first)
    answer.then(() => met(true), failed)
  })
  if (isFirstThrough) return undefined
  const second = other()
  await untilHeldUp(db, second)
  goOn()
  return Promise.all([answer as Promise<number>, second])
}

/** Until it is answered, or waits for what somebody else has locked. */
export async function untilHeldUp(db: Database, call: Promise<unknown>): Promise<void> {
  let isAnswered = false
  const answered = () => (isAnswered = true)
  call.then(answered, answered)
  while (!isAnswered && !(await isAnyWaiting(db))) {
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

async function isAnyWaiting(db: Database): Promise<boolean> {
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

import { sql } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { idempotencyKeys } from '#server/database/requestTables.ts'
import { log } from './log.ts'

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
export function boundAnswers(db: Database, userId: string, bytes: number): void {
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

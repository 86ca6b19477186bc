import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { rateLimits } from '#server/database/requestTables.ts'
import { clock } from './clock.ts'
import { StoreError } from './storeError.ts'

type Limit = { bucket: string; most: number; withinMs: number }

/** Counts one more in the bucket's window; how often it was, this time included. */
export async function countOne(db: Database, { bucket, withinMs }: Omit<Limit, 'most'>) {
  const now = clock.now()
  const resetsAt = clock.later(withinMs)
  const isOver = sql`${rateLimits.resetsAt} <= ${now.toISOString()}::timestamptz`
  const [row] = await db
    .insert(rateLimits)
    .values({ bucket, count: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        resetsAt: sql`case when ${isOver} then ${resetsAt.toISOString()}::timestamptz else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({ count: rateLimits.count, resetsAt: rateLimits.resetsAt })
  return row ?? { count: 1, resetsAt }
}

/** Refuses what is done more often than that, and says when it may be tried again. */
export async function limitRate(db: Database, limit: Limit, sentence: string): Promise<void> {
  const { count, resetsAt } = await countOne(db, limit)
  if (count > limit.most) throw tooMany(sentence, resetsAt)
}

export function tooMany(sentence: string, until: Date): StoreError {
  return new StoreError('too_many', sentence, { retryAfterSeconds: retryAfterSeconds(until) })
}

export const retryAfterSeconds = (until: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - clock.now().getTime()) / 1000))

import { sql } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type Limit = { bucket: string; max: number; withinMs: number }

/** Increments the bucket's counter, or restarts it if its window has ended, and returns the new count. */
export async function incrementBucket(db: Database, { bucket, withinMs }: Omit<Limit, 'max'>) {
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

/** Throws `too_many` with a retry time if the limit is exceeded. Every call counts. */
export async function limitRate(db: Database, limit: Limit, sentence: string): Promise<void> {
  const { count, resetsAt } = await incrementBucket(db, limit)
  if (count > limit.max) throw tooMany(sentence, resetsAt)
}

export function tooMany(sentence: string, until: Date): StoreError {
  return new StoreError('too_many', sentence, { retryAfterSeconds: retryAfterSeconds(until) })
}

export const retryAfterSeconds = (until: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - clock.now().getTime()) / 1000))

const { burst, perMinute } = rules.limits.writes
const minuteMs = 60_000
/** Bounds the memory of the counters: beyond this many customers they are cleared. */
const maxCustomers = 20_000

type Bucket = { tokens: number; filledAt: number }

/**
 * Limits the writes of each customer with a token bucket: `burst` at once (a phone that was offline sends
 * its queued changes), then `perMinute`, which is faster than anybody taps. Counted in memory, so that a
 * write costs no extra query; with several processes the effective limit is that many times higher.
 */
export function limitWrites() {
  const buckets = new Map<string, Bucket>()

  return (userId: string): void => {
    const now = clock.now().getTime()
    if (buckets.size > maxCustomers) buckets.clear()
    const { tokens, filledAt } = buckets.get(userId) ?? { tokens: burst, filledAt: now }
    const refilled = Math.min(burst, tokens + ((now - filledAt) * perMinute) / minuteMs)
    const isEmpty = refilled < 1
    buckets.set(userId, { tokens: isEmpty ? refilled : refilled - 1, filledAt: now })
    if (!isEmpty) return
    const retryAfterSeconds = Math.ceil(((1 - refilled) * minuteMs) / perMinute / 1000)
    throw new StoreError('too_many', tooFast, { retryAfterSeconds })
  }
}

const tooFast = 'You’re making changes too quickly. Please wait a minute and try again.'

const busyRetrySeconds = 5

/**
 * Runs at most `most` tasks of one customer at the same time in this process; a further one is
 * refused with 429.
 */
export function limitConcurrency(max: number, sentence: string) {
  const running = new Map<string, number>()

  return async <Result>(userId: string, task: () => Promise<Result>): Promise<Result> => {
    const before = running.get(userId) ?? 0
    if (before >= max)
      throw new StoreError('too_many', sentence, { retryAfterSeconds: busyRetrySeconds })
    running.set(userId, before + 1)
    try {
      return await task()
    } finally {
      const after = (running.get(userId) ?? 1) - 1
      if (after > 0) running.set(userId, after)
      else running.delete(userId)
    }
  }
}

import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { createHash } from 'node:crypto'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { callerAddress } from '#server/platform/http/requestOrigin.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock, minuteMs } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

type Limit = { bucket: string; max: number; withinMs: number }

/** Differences between the clocks of several processes are smaller. */
const clockToleranceMs = minuteMs

/**
 * Increments the bucket's counter, or restarts it if its window has ended, and returns the new count. It also
 * restarts a window that ends later than a new one would: the clock was set back after that window began.
 */
export async function incrementBucket(db: Database, { bucket, withinMs }: Omit<Limit, 'max'>) {
  const now = clock.now()
  const resetsAt = clock.later(withinMs)
  const latest = clock.later(withinMs + clockToleranceMs)
  const isOver = sql`(${rateLimits.resetsAt} <= ${now.toISOString()}::timestamptz
    or ${rateLimits.resetsAt} > ${latest.toISOString()}::timestamptz)`
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
    // Negative if the clock was set back meanwhile.
    const elapsedMs = Math.max(0, now - filledAt)
    const refilled = Math.min(burst, tokens + (elapsedMs * perMinute) / minuteMs)
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
 * Runs at most `max` tasks of one customer at the same time in this process; a further one is
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

const { readsPerMinute } = rules.limits
/** Bounds the memory of the counters: beyond this many addresses they are cleared. */
const maxAddresses = 50_000

/**
 * Requests of an address in the current minute: `local` in this process, `remote` in the others as of the
 * last sync; `reported` local ones are included in the shared count. `until` is in milliseconds.
 */
type ReadCount = { local: number; remote: number; reported: number; until: number }
export type ReadCounts = Map<string, ReadCount>

/**
 * Limits the reads per address and minute: high enough for many people behind one carrier address, low
 * enough to stop scrapers and floods. Counted in memory, because a write per read would cost more than the
 * read itself; `syncReadLimits` adds up the counts of several processes.
 */
export function createReadLimiter(trustedProxies: number, counts: ReadCounts = new Map()) {
  return createMiddleware(async (c, next) => {
    // A HEAD costs as much as a GET, so it counts too.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') {
      const limitedUntil = countRead(c, { trustedProxies, counts, max: readsPerMinute })
      if (limitedUntil)
        throw tooMany('Too many requests. Please wait a minute and try again.', limitedUntil)
    }
    await next()
  })
}

type ReadLimit = { trustedProxies: number; counts: ReadCounts; max: number }

/** Counts a request of the caller's address. Returns the end of the window if the limit is exceeded. */
export function countRead(
  c: Context,
  { trustedProxies, counts, max }: ReadLimit,
): Date | undefined {
  const address = callerAddress(c, trustedProxies)
  if (counts.size > maxAddresses) counts.clear()
  const count = countOf(counts, address)
  count.local += 1
  const isOver = count.local + count.remote > max && address !== 'inside'
  return isOver ? new Date(count.until) : undefined
}

function countOf(counts: ReadCounts, address: string): ReadCount {
  const now = clock.now().getTime()
  const count = counts.get(address)
  // A window that ends more than a minute from now began before the clock was set back.
  if (count && count.until > now && count.until <= now + minuteMs) return count
  // Windows are aligned to clock minutes, so that all processes use the same ones.
  const until = (Math.floor(now / minuteMs) + 1) * minuteMs
  const fresh = { local: 0, remote: 0, reported: 0, until }
  counts.set(address, fresh)
  return fresh
}

/** The pause between two syncs of the counts of reads. */
const syncPauseMs = 10_000
/** Addresses with fewer requests are not synced, to save rows. */
const minReported = 25
const maxReported = 500

export const startReadLimitSync = (db: Database, counts: ReadCounts) =>
  repeat(syncPauseMs, () => syncReadLimits(db, counts))

/** Adds this process's counts of busy addresses to the shared ones, and reads the counts of other processes. */
export async function syncReadLimits(db: Database, counts: ReadCounts): Promise<void> {
  const now = clock.now().getTime()
  const busy = [...counts]
    .filter(
      ([, { local, reported, until }]) => until > now && (reported > 0 || local >= minReported),
    )
    .slice(0, maxReported)
    .map(([address, count]) => ({
      count,
      local: count.local,
      bucket: bucketOf(address, count.until),
    }))
    // All processes insert in the same order, so that they cannot deadlock.
    .sort((left, right) => (left.bucket < right.bucket ? -1 : 1))
  if (busy.length === 0) return
  const rows = await db
    .insert(rateLimits)
    .values(
      busy.map(({ bucket, local, count: { reported, until } }) => {
        return { bucket, count: local - reported, resetsAt: new Date(until) }
      }),
    )
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: { count: sql`${rateLimits.count} + excluded.count` },
    })
    .returning()
  const totals = new Map(rows.map(({ bucket, count }) => [bucket, count]))
  for (const { bucket, count, local } of busy) {
    count.reported = local
    count.remote = (totals.get(bucket) ?? local) - local
  }
}

const bucketOf = (address: string, until: number) => `reads:${until}:${hashForBucket(address)}`

/** Hashes an address or a phone number, so that the names of buckets contain no personal data. */
export const hashForBucket = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

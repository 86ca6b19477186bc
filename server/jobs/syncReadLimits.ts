import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { ReadCounts } from '#server/platform/limits/readLimits.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const pauseMs = 10_000
/** Addresses with fewer requests are not synced, to save rows. */
const minReported = 25
const maxReported = 500

export const startReadLimitSync = (db: Database, counts: ReadCounts) =>
  repeat(pauseMs, () => syncReadLimits(db, counts))

/** Adds this process's counts of busy addresses to the shared ones, and reads the counts of other processes. */
export async function syncReadLimits(db: Database, counts: ReadCounts): Promise<void> {
  const now = clock.now().getTime()
  const busy = [...counts]
    .filter(([, { here, reported, until }]) => until > now && (reported > 0 || here >= minReported))
    .slice(0, maxReported)
    .map(([address, count]) => ({
      count,
      here: count.here,
      bucket: bucketOf(address, count.until),
    }))
    // All processes insert in the same order, so that they cannot deadlock.
    .sort((one, other) => (one.bucket < other.bucket ? -1 : 1))
  if (busy.length === 0) return
  const rows = await db
    .insert(rateLimits)
    .values(
      busy.map(({ bucket, here, count: { reported, until } }) => {
        return { bucket, count: here - reported, resetsAt: new Date(until) }
      }),
    )
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: { count: sql`${rateLimits.count} + excluded.count` },
    })
    .returning()
  const inAll = new Map(rows.map(({ bucket, count }) => [bucket, count]))
  for (const { bucket, count, here } of busy) {
    count.reported = here
    count.elsewhere = (inAll.get(bucket) ?? here) - here
  }
}

/** The address is hashed, so that the table holds no personal data. */
const bucketOf = (address: string, until: number) =>
  `reads:${until}:${createHash('sha256').update(address).digest('base64url').slice(0, 22)}`

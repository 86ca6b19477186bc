import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/requests.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { ReadCounts } from '#server/platform/limits/readLimits.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const pauseMs = 10_000
/** Who asks less than this between two rounds is not worth a row. */
const minReported = 25
const maxReported = 500

export const startReadLimitSync = (db: Database, counts: ReadCounts) =>
  repeat(pauseMs, () => syncReadLimits(db, counts))

/** Tells what busy addresses have asked here, and learns what they have asked in other processes. */
export async function syncReadLimits(db: Database, counts: ReadCounts): Promise<void> {
  const now = clock.now().getTime()
  const busy = [...counts]
    .filter(([, { here, told, until }]) => until > now && (told > 0 || here >= minReported))
    .slice(0, maxReported)
    .map(([address, count]) => ({
      count,
      here: count.here,
      bucket: bucketOf(address, count.until),
    }))
    // One order for all: two processes that tell at once never wait for each other.
    .sort((one, other) => (one.bucket < other.bucket ? -1 : 1))
  if (busy.length === 0) return
  const rows = await db
    .insert(rateLimits)
    .values(
      busy.map(({ bucket, here, count: { told, until } }) => {
        return { bucket, count: here - told, resetsAt: new Date(until) }
      }),
    )
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: { count: sql`${rateLimits.count} + excluded.count` },
    })
    .returning()
  const inAll = new Map(rows.map(({ bucket, count }) => [bucket, count]))
  for (const { bucket, count, here } of busy) {
    count.told = here
    count.elsewhere = (inAll.get(bucket) ?? here) - here
  }
}

/** Names the minute, and nobody. */
const bucketOf = (address: string, until: number) =>
  `reads:${until}:${createHash('sha256').update(address).digest('base64url').slice(0, 22)}`

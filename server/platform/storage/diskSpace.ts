import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { sqlState } from '#server/database/client/transaction.ts'
import { storeSettings } from '#server/database/schema/storefront.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { log } from '#server/platform/observability/log.ts'

/** PostgreSQL's code for a full disk, and the operating system's. */
const fullDisk = new Set(['53100', 'ENOSPC'])

/** The result of a test write is reused for this long, because load balancers ask often. */
const probeEveryMs = 1000

let isSuspected = false
let probedAt = -Infinity
let probing: Promise<boolean> | undefined

const isFullDisk = (error: unknown): boolean => fullDisk.has(sqlState(error) ?? '')

/** Whether the error was caused by a full disk. If so, the next `isDiskFull` does a test write. */
export function noteDiskFull(error: unknown): boolean {
  const isFull = isFullDisk(error)
  if (isFull) isSuspected = true
  return isFull
}

/**
 * Whether the disk is full. After a write that failed for lack of space, a test write decides: a single
 * query that ran out of temporary space is not a full disk, and a store with free space is ready again at
 * once. Without such a failure no test write happens.
 */
export async function isDiskFull(db: Database): Promise<boolean> {
  if (!isSuspected) return false
  const now = clock.now().getTime()
  // The clock may have been set back meanwhile.
  if (!probing || Math.abs(now - probedAt) >= probeEveryMs) {
    probedAt = now
    probing = failsToWrite(db)
  }
  const isFull = await probing
  if (!isFull) {
    isSuspected = false
    // The next failed write is followed by a test write, however soon it comes.
    probing = undefined
  }
  return isFull
}

class RollbackError extends Error {}

/** Writes 256 KB of random data, which cannot be compressed, so that a file must grow, and rolls back. */
async function failsToWrite(db: Database): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        insert into ${storeSettings} (name, value)
        select 'disk_probe', to_jsonb(string_agg(md5(random()::text), ''))
        from generate_series(1, 8192)`)
      throw new RollbackError()
    })
    return false
  } catch (error) {
    if (error instanceof RollbackError) return false
    if (isFullDisk(error)) return true
    log.warn({ err: error }, 'The test write failed')
    return false
  }
}

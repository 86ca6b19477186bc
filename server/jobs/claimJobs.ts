import { and, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { backOff, claimDueRows } from '#server/platform/runtime/claimRows.ts'
import { clock, hourMs, minuteMs } from '#server/platform/runtime/clock.ts'

/** Lease of a claimed job. If a process crashes, others can claim its jobs after this time. */
const leaseMs = minuteMs

const retries = { firstMs: minuteMs, maxMs: hourMs }

/** Claims due jobs of a kind for a minute. */
export const claimDueJobs = (db: Database, kind: string, batchSize: number) =>
  claimDueRows(db, jobs, {
    dueAt: jobs.runAt,
    where: and(
      eq(jobs.kind, kind),
      isNull(jobs.doneAt),
      or(isNull(jobs.lockedUntil), lte(jobs.lockedUntil, clock.now())),
    ),
    limit: batchSize,
    lease: { lockedUntil: clock.later(leaseMs) },
  })

export async function postponeJob(
  db: Database,
  jobId: string,
  runAt: Date | SQL<Date>,
): Promise<void> {
  await db.update(jobs).set({ runAt, lockedUntil: null }).where(eq(jobs.id, jobId))
}

/** Tries a failed job again after 1, 2, 4 … minutes. */
export const retryJob = (db: Database, jobId: string): Promise<void> =>
  postponeJob(db, jobId, backOff(sql`${jobs.tries} - 1`, retries))

/** Its payload, which names a customer, is deleted. */
export async function finishJob(db: Database, jobId: string, failure?: string): Promise<void> {
  const values = { doneAt: clock.now(), failure, payload: {} }
  await db.update(jobs).set(values).where(eq(jobs.id, jobId))
}

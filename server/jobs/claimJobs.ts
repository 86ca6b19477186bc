import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { lockRowsSkipLocked } from '#server/database/client/statements.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** Lease of a claimed job. If a process crashes, others can claim its jobs after this time. */
const leaseMs = 60_000

/** Claims due jobs of a kind for a minute. Jobs that another process has locked or claimed are skipped. */
export function claimDueJobs(db: Database, kind: string, batchSize: number) {
  const now = clock.now()
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, kind),
        isNull(jobs.doneAt),
        lte(jobs.runAt, now),
        or(isNull(jobs.lockedUntil), lte(jobs.lockedUntil, now)),
      ),
    )
    .orderBy(asc(jobs.runAt))
    .limit(batchSize)
  return db
    .update(jobs)
    .set({ lockedUntil: clock.later(leaseMs), tries: sql`${jobs.tries} + 1` })
    .where(eq(jobs.id, lockRowsSkipLocked(jobs, due)))
    .returning()
}

export async function postponeJob(db: Database, jobId: string, runAt: Date): Promise<void> {
  await db.update(jobs).set({ runAt, lockedUntil: null }).where(eq(jobs.id, jobId))
}

/** Its payload, which names a customer, is deleted. */
export async function finishJob(db: Database, jobId: string, failure?: string): Promise<void> {
  const values = { doneAt: clock.now(), failure, payload: {} }
  await db.update(jobs).set(values).where(eq(jobs.id, jobId))
}

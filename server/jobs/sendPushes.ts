import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { lockRowsSkipLocked } from '#server/database/client/statements.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { deliverPush } from '#server/features/notifications/deliverPush.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { pushJob, type PushJob } from '#server/platform/push/pushQueue.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import type { SendPush } from '#server/platform/push/webPush.ts'

const pauseMs = 2000
const batchSize = 20
/** Lease of a claimed job. If a process crashes, others can claim its jobs after this time. */
const leaseMs = 60_000

type PushDeps = { sendPush: SendPush; publicOrigin: string }

export const startPushes = (db: Database, deps: PushDeps) =>
  repeat(pauseMs, async () => {
    while ((await sendPushes(db, deps)) === batchSize);
  })

/** Sends one batch of due pushes and returns its size. */
export async function sendPushes(db: Database, deps: PushDeps): Promise<number> {
  const claimed = await claimDue(db)
  await Promise.all(
    claimed.map(({ id, tries, payload }) =>
      deliverPush(db, { jobId: id, tries, work: payload as PushJob }, deps),
    ),
  )
  return claimed.length
}

/** Claims due jobs for `leaseMs`. Jobs that another process has locked or claimed are skipped. */
function claimDue(db: Database) {
  const now = clock.now()
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, pushJob),
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

import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { staffPushSubscriptions } from '#server/database/schema/staff.ts'
import { readPushTarget } from '#server/features/orders/staff/newOrderPush.ts'
import { type StaffPushJob, staffPushJob } from '#server/platform/push/pushQueue.ts'
import { pushMessageOf } from '#server/platform/push/pushMessages.ts'
import type { SendPush } from '#server/platform/push/webPush.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import { claimDueJobs, finishJob } from './claimJobs.ts'
import { deliverPush } from './pushDelivery.ts'

const pauseMs = 1000
const batchSize = 20
/** A push that arrives after the promise is of no use. */
const ttlSeconds = 60 * 60

type PushDeps = { sendPush: SendPush; publicOrigin: string }

export const startStaffPushes = (db: Database, deps: PushDeps) =>
  repeat(pauseMs, async () => {
    while ((await sendStaffPushes(db, deps)) === batchSize);
  })

/** Sends one batch of due pushes of new orders and returns its size. */
export async function sendStaffPushes(db: Database, deps: PushDeps): Promise<number> {
  const claimed = await claimDueJobs(db, staffPushJob, batchSize)
  await Promise.all(
    claimed.map(({ id, tries, payload }) =>
      sendOne(db, { jobId: id, tries, job: payload as StaffPushJob }, deps),
    ),
  )
  return claimed.length
}

type Task = { jobId: string; tries: number; job: StaffPushJob }

async function sendOne(db: Database, { jobId, tries, job }: Task, deps: PushDeps): Promise<void> {
  const subscription = await readPushTarget(db, job)
  if (!subscription) return finishJob(db, jobId, 'nobody to tell')
  const { id } = subscription
  await deliverPush(
    db,
    {
      ...{ jobId, tries, to: subscription },
      message: pushMessageOf(job.text, deps.publicOrigin),
      options: { ttlSeconds, urgency: 'high' },
      forget: () => db.delete(staffPushSubscriptions).where(eq(staffPushSubscriptions.id, id)),
    },
    deps.sendPush,
  )
}

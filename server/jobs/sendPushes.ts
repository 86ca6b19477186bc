import { and, count, eq, inArray } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { pushJob, type PushJob } from '#server/platform/push/pushQueue.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import { pushMessageOf } from '#server/platform/push/pushMessages.ts'
import type { SendPush } from '#server/platform/push/webPush.ts'
import { activeStatuses, orders } from '#server/database/schema/orders.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { claimDueJobs, finishJob, postponeJob } from './claimJobs.ts'
import { dropIfUntrue } from './productAlerts.ts'
import { deliverPush } from './pushDelivery.ts'
import { quietHoursEnd } from './quietHours.ts'

const pauseMs = 2000
const batchSize = 20

type PushDeps = { sendPush: SendPush; publicOrigin: string }

export const startPushes = (db: Database, deps: PushDeps) =>
  repeat(pauseMs, async () => {
    while ((await sendPushes(db, deps)) === batchSize);
  })

/** Sends one batch of due pushes and returns its size. */
export async function sendPushes(db: Database, deps: PushDeps): Promise<number> {
  const claimed = await claimDueJobs(db, pushJob, batchSize)
  await Promise.all(
    claimed.map(({ id, tries, payload }) =>
      sendOne(db, { jobId: id, tries, job: payload as PushJob }, deps),
    ),
  )
  return claimed.length
}

type PushTask = { jobId: string; tries: number; job: PushJob }
type Subscription = typeof pushSubscriptions.$inferSelect

const hourSeconds = 60 * 60
/**
 * Delivers a push to one browser: it is sent, postponed, retried later, or its subscription is
 * deleted.
 */
async function sendOne(db: Database, task: PushTask, deps: PushDeps): Promise<void> {
  const { jobId, job, tries } = task
  const [subscription] = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.id, job.subscriptionId))
  if (!subscription || !isSubscribed(subscription, job))
    return finishJob(db, jobId, 'no subscription')
  const isQuiet = subscription.hasQuietHours && !anyHour.has(job.topic)
  const until = isQuiet && quietHoursEnd(clock.now())
  if (until) return postponeJob(db, jobId, until)
  if (job.alert && (await dropIfUntrue(db, { jobId, alert: job.alert }))) return
  const badge = job.topic === 'orders' ? await countActiveOrders(db, job.userId) : undefined
  const isOrder = job.topic === 'orders'
  await deliverPush(
    db,
    {
      ...{ jobId, tries, to: subscription },
      message: pushMessageOf(job.text, deps.publicOrigin, badge),
      options: {
        ttlSeconds: isOrder ? 4 * hourSeconds : 24 * hourSeconds,
        urgency: isOrder ? 'high' : 'normal',
      },
      forget: () => db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id)),
    },
    deps.sendPush,
  )
}

const anyHour: ReadonlySet<PushJob['topic']> = new Set(['orders', 'test'])

const isSubscribed = ({ topics }: Subscription, { topic }: PushJob) =>
  topic === 'test' || topics.includes(topic)

/** The badge of the installed store: without orders under way there is none. */
async function countActiveOrders(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ active: count() })
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.status, activeStatuses)))
  return row?.active ?? 0
}

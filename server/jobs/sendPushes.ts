import { and, count, eq, inArray } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import type { Database } from '#server/database/client/connect.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { pushJob, type PushJob, type PushText } from '#server/platform/push/pushQueue.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import type { PushResponse, SendPush } from '#server/platform/push/webPush.ts'
import type { PushMessage } from '#contract/notification.ts'
import * as rules from '#contract/rules.ts'
import { activeStatuses, orders } from '#server/database/schema/orders.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { pushResponses } from '#server/platform/observability/metrics.ts'
import { log } from '#server/platform/observability/log.ts'
import { claimDueJobs, finishJob, postponeJob } from './claimJobs.ts'
import { dropIfUntrue } from './productAlerts.ts'
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
      deliverPush(db, { jobId: id, tries, job: payload as PushJob }, deps),
    ),
  )
  return claimed.length
}

type PushTask = { jobId: string; tries: number; job: PushJob }
type Subscription = typeof pushSubscriptions.$inferSelect

const hourSeconds = 60 * 60
/** Pause before a retry, doubled with each try: one minute after the first. */
const basePauseMs = 30_000

/**
 * Delivers a push to one browser: it is sent, postponed, retried later, or its subscription is
 * deleted.
 */
async function deliverPush(db: Database, task: PushTask, deps: PushDeps): Promise<void> {
  const { jobId, job } = task
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
  const message = pushOf(job.text, deps.publicOrigin, badge)
  const response = await send(subscription, { topic: job.topic, message }, deps)
  await handleResponse(db, { ...task, subscription }, response)
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

type Push = { topic: PushJob['topic']; message: PushMessage }

/** An unreachable push service is treated like one that responds with 503. */
async function send(subscription: Subscription, { topic, message }: Push, { sendPush }: PushDeps) {
  const push = {
    payload: JSON.stringify(message),
    ttlSeconds: topic === 'orders' ? 4 * hourSeconds : 24 * hourSeconds,
    urgency: topic === 'orders' ? ('high' as const) : ('normal' as const),
    topic: createHash('sha256').update(message.notification.tag).digest('base64url').slice(0, 32),
  }
  try {
    return await sendPush(subscription, push)
  } catch (error) {
    log.warn({ err: error }, 'A push service did not respond')
    return { status: 503 }
  }
}

const pushOf = (
  { title, body, path, tag }: PushText,
  origin: string,
  badge: number | undefined,
): PushMessage => ({
  web_push: 8030,
  ...(badge !== undefined && { app_badge: badge }),
  notification: { title, body, navigate: new URL(path, origin).href, tag, lang: 'en-IN' },
})

const isGone = (status: number) => status === 404 || status === 410
/** The push service does not accept our keys for this subscription: it was created with others. */
const isForbidden = (status: number) => status === 401 || status === 403
const isRetryable = (status: number) =>
  isForbidden(status) || status === 408 || status === 429 || status >= 500

type PushAttempt = PushTask & { subscription: Subscription }

async function handleResponse(
  db: Database,
  { jobId, tries, subscription }: PushAttempt,
  response: PushResponse,
) {
  const { status, retryAfterSeconds } = response
  pushResponses.inc({ status })
  if (status >= 200 && status < 300) return finishJob(db, jobId)
  if (isGone(status)) {
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id))
    return finishJob(db, jobId, 'the subscription has expired')
  }
  if (isRetryable(status) && tries < rules.push.tries) {
    const pauseMs = retryAfterSeconds ? retryAfterSeconds * 1000 : basePauseMs * 2 ** tries
    return postponeJob(db, jobId, clock.later(pauseMs))
  }
  log.error({ status }, 'A push service rejected a push')
  // No further push would be accepted. The app subscribes again when it is opened the next time.
  if (isForbidden(status))
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id))
  return finishJob(db, jobId, `refused with ${status}`)
}

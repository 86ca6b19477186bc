import { eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import type { Push } from '#contract/notification.ts'
import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { log } from '#server/platform/observability/log.ts'
import type { PushText, PushJob } from '#server/platform/push/pushQueue.ts'
import type { PushAnswer, SendPush } from '#server/platform/push/webPush.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type PushTask = { jobId: string; tries: number; work: PushJob }
type PushDeps = { sendPush: SendPush; publicOrigin: string }
type Subscription = typeof pushSubscriptions.$inferSelect

const hourS = 60 * 60
const firstPauseMs = 30_000

/**
 * Delivers a push to one browser: it is sent, postponed, retried later, or its subscription is
 * deleted.
 */
export async function deliverPush(db: Database, task: PushTask, deps: PushDeps): Promise<void> {
  const { jobId, work } = task
  const [address] = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.id, work.subscriptionId))
  if (!address?.topics.includes(work.topic)) return finish(db, jobId, 'nobody listens')
  const until = address.hasQuietHours && work.topic !== 'orders' && quietHoursEnd(clock.now())
  if (until) return postpone(db, jobId, until)
  await handleAnswer(db, { ...task, address }, await send(address, work, deps))
}

/** An unreachable push service is treated like one that answers 503. */
async function send(address: Subscription, { topic, words }: PushJob, deps: PushDeps) {
  const push = {
    payload: JSON.stringify(pushOf(words, deps.publicOrigin)),
    ttlSeconds: topic === 'orders' ? 4 * hourS : 24 * hourS,
    urgency: topic === 'orders' ? ('high' as const) : ('normal' as const),
    topic: createHash('sha256').update(words.tag).digest('base64url').slice(0, 32),
  }
  try {
    return await deps.sendPush(address, push)
  } catch (error) {
    log.warn({ err: error }, 'A push service did not answer')
    return { status: 503 }
  }
}

const pushOf = ({ title, body, path, tag }: PushText, origin: string): Push => ({
  web_push: 8030,
  notification: { title, body, navigate: new URL(path, origin).href, tag, lang: 'en-IN' },
})

const isGone = (status: number) => status === 404 || status === 410
const isRetryable = (status: number) => status === 408 || status === 429 || status >= 500

type SentPush = PushTask & { address: Subscription }

async function handleAnswer(db: Database, { jobId, tries, address }: SentPush, answer: PushAnswer) {
  const { status, retryAfterSeconds } = answer
  const isSubscription = eq(pushSubscriptions.id, address.id)
  if (status >= 200 && status < 300) {
    await db
      .update(pushSubscriptions)
      .set({ failures: 0, lastSentAt: clock.now() })
      .where(isSubscription)
    return finish(db, jobId)
  }
  if (isGone(status)) {
    await db.delete(pushSubscriptions).where(isSubscription)
    return finish(db, jobId, 'the browser is gone')
  }
  const failures = sql`${pushSubscriptions.failures} + 1`
  await db.update(pushSubscriptions).set({ failures }).where(isSubscription)
  if (isRetryable(status) && tries < rules.push.tries) {
    const pauseMs = retryAfterSeconds ? retryAfterSeconds * 1000 : firstPauseMs * 2 ** tries
    return postpone(db, jobId, clock.later(pauseMs))
  }
  // An error in our keys or payload is not the fault of the browser, so the subscription stays.
  log.error({ status }, 'A push was refused')
  return finish(db, jobId, `refused with ${status}`)
}

async function finish(db: Database, jobId: string, failure?: string) {
  await db.update(jobs).set({ doneAt: clock.now(), failure }).where(eq(jobs.id, jobId))
}

async function postpone(db: Database, jobId: string, runAt: Date) {
  await db.update(jobs).set({ runAt, lockedUntil: null }).where(eq(jobs.id, jobId))
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** All of India has one time zone without daylight saving. */
const indiaMs = 5 * hourMs + 30 * minuteMs
const { fromHour, untilHour } = rules.sleepingMode

/** When the current quiet hours end; undefined outside quiet hours. */
export function quietHoursEnd(now: Date): Date | undefined {
  const indiaMsSinceEpoch = now.getTime() + indiaMs
  const msIntoDay = ((indiaMsSinceEpoch % dayMs) + dayMs) % dayMs
  const midnight = now.getTime() - msIntoDay
  if (msIntoDay < untilHour * hourMs) return new Date(midnight + untilHour * hourMs)
  if (msIntoDay >= fromHour * hourMs) return new Date(midnight + dayMs + untilHour * hourMs)
  return undefined
}

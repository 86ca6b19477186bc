import { createHash } from 'node:crypto'

import type { PushMessage } from '#contract/notification.ts'
import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { log } from '#server/platform/observability/log.ts'
import { pushResponses } from '#server/platform/observability/metrics.ts'
import type { PushText } from '#server/platform/push/pushQueue.ts'
import type {
  OutgoingPush,
  PushAddress,
  PushResponse,
  SendPush,
} from '#server/platform/push/webPush.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { finishJob, postponeJob } from './claimJobs.ts'

/** Pause before a retry, doubled with each try: one minute after the first. */
const basePauseMs = 30_000

type PushAttempt = {
  jobId: string
  tries: number
  to: PushAddress
  message: PushMessage
  /** How long the push service retries, and how soon it wakes the device. */
  options: Pick<OutgoingPush, 'ttlSeconds' | 'urgency'>
  /** Deletes the subscription, to which the push service accepts nothing more. */
  forget: () => Promise<unknown>
}

/** Sends a push to one browser and settles its job: done, retried later, given up, or its subscription is deleted. */
export async function deliverPush(
  db: Database,
  { jobId, tries, to, message, options, forget }: PushAttempt,
  sendPush: SendPush,
): Promise<void> {
  const { status, retryAfterSeconds } = await send(to, { message, options }, sendPush)
  pushResponses.inc({ status })
  if (status >= 200 && status < 300) return finishJob(db, jobId)
  if (isGone(status)) {
    await forget()
    return finishJob(db, jobId, 'the subscription has expired')
  }
  if (isRetryable(status) && tries < rules.push.tries) {
    const pauseMs = retryAfterSeconds ? retryAfterSeconds * 1000 : basePauseMs * 2 ** tries
    return postponeJob(db, jobId, clock.later(pauseMs))
  }
  log.error({ status }, 'A push service rejected a push')
  // No further push would be accepted. The app subscribes again when it is opened the next time.
  if (isForbidden(status)) await forget()
  return finishJob(db, jobId, `refused with ${status}`)
}

/** An unreachable push service is treated like one that responds with 503. */
async function send(
  to: PushAddress,
  { message, options }: Pick<PushAttempt, 'message' | 'options'>,
  sendPush: SendPush,
): Promise<PushResponse> {
  const push = {
    payload: JSON.stringify(message),
    ...options,
    topic: createHash('sha256').update(message.notification.tag).digest('base64url').slice(0, 32),
  }
  try {
    return await sendPush(to, push)
  } catch (error) {
    log.warn({ err: error }, 'A push service did not respond')
    return { status: 503 }
  }
}

export const pushMessageOf = (
  { title, body, path, tag }: PushText,
  origin: string,
  badge?: number,
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

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { log } from '#server/platform/observability/log.ts'
import {
  type AddressedPush,
  isAccepted,
  isForbidden,
  isGone,
  sendPushMessage,
} from '#server/platform/push/pushMessages.ts'
import type { PushResponse, SendPush } from '#server/platform/push/webPush.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { finishJob, postponeJob, retryJob } from './claimJobs.ts'

type PushAttempt = AddressedPush & {
  jobId: string
  tries: number
  /** Deletes the subscription, to which the push service accepts nothing more. */
  forget: () => Promise<unknown>
}

/** Sends a push to one browser and settles its job: done, retried later, given up, or its subscription is deleted. */
export async function deliverPush(
  db: Database,
  { jobId, tries, forget, ...push }: PushAttempt,
  sendPush: SendPush,
): Promise<void> {
  const response = await sendPushMessage(push, sendPush)
  const { status, retryAfterSeconds } = response
  if (isAccepted(response)) return finishJob(db, jobId)
  if (isGone(response)) {
    await forget()
    return finishJob(db, jobId, 'the subscription has expired')
  }
  if (isRetryable(response) && tries < rules.push.tries) {
    return retryAfterSeconds
      ? postponeJob(db, jobId, clock.later(retryAfterSeconds * 1000))
      : retryJob(db, jobId)
  }
  log.error({ status }, 'A push service rejected a push')
  // No further push would be accepted. The app subscribes again when it is opened the next time.
  if (isForbidden(response)) await forget()
  return finishJob(db, jobId, `refused with ${status}`)
}

const isRetryable = (response: PushResponse) =>
  isForbidden(response) ||
  response.status === 408 ||
  response.status === 429 ||
  response.status >= 500

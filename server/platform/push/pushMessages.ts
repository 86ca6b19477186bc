import { createHash } from 'node:crypto'

import type { PushMessage } from '#contract/account/notification.ts'
import { log } from '#server/platform/observability/log.ts'
import { pushResponses } from '#server/platform/observability/metrics.ts'
import type { PushText } from './pushQueue.ts'
import type { OutgoingPush, PushAddress, PushResponse, SendPush } from './webPush.ts'

export type AddressedPush = {
  to: PushAddress
  message: PushMessage
  /** How long the push service retries, and how soon it wakes the device. */
  options: Pick<OutgoingPush, 'ttlSeconds' | 'urgency'>
}

/** Sends a message to one browser. An unreachable push service is treated like one that responds with 503. */
export async function sendPushMessage(
  { to, message, options }: AddressedPush,
  sendPush: SendPush,
): Promise<PushResponse> {
  const response = await sendPush(to, {
    payload: JSON.stringify(message),
    ...options,
    topic: createHash('sha256').update(message.notification.tag).digest('base64url').slice(0, 32),
  }).catch((error: unknown): PushResponse => {
    log.warn({ err: error }, 'A push service did not respond')
    return { status: 503 }
  })
  pushResponses.inc({ status: response.status })
  return response
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

export const isAccepted = ({ status }: PushResponse) => status >= 200 && status < 300
/** The browser has unsubscribed, or no longer exists. */
export const isGone = ({ status }: PushResponse) => status === 404 || status === 410
/** The push service does not accept our keys for this subscription: it was created with others. */
export const isForbidden = ({ status }: PushResponse) => status === 401 || status === 403

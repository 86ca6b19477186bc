import webpush from 'web-push'

import { clock } from './clock.ts'
import type { PushKeys } from './pushKeys.ts'
import type { SendPush } from './sendPush.ts'

const patienceMs = 10_000

/** Sends by the protocol of the web: encrypted for one browser, signed with the store's keys. */
export function webPush({ publicKey, privateKey, contact }: PushKeys): SendPush {
  return async ({ endpoint, p256dh, auth }, { payload, ttlSeconds, urgency, topic }) => {
    const keys = { p256dh, auth }
    const { method, headers, body } = webpush.generateRequestDetails({ endpoint, keys }, payload, {
      vapidDetails: { subject: contact, publicKey, privateKey },
      TTL: ttlSeconds,
      contentEncoding: 'aes128gcm',
      urgency,
      topic,
    })
    const answer = await fetch(endpoint, {
      method,
      headers: headers as Record<string, string>,
      body: body ? new Uint8Array(body) : null,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    return {
      status: answer.status,
      retryAfterSeconds: secondsIn(answer.headers.get('Retry-After')),
    }
  }
}

/** `Retry-After` is a number of seconds or a date (RFC 9110). */
function secondsIn(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = Number(retryAfter)
  const until = Date.parse(retryAfter)
  const wait = Number.isNaN(seconds) ? Math.ceil((until - clock.now().getTime()) / 1000) : seconds
  return wait > 0 ? wait : undefined
}

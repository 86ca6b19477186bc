import { createECDH } from 'node:crypto'
import webpush from 'web-push'

import type { Database } from '#server/database/client/connect.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { loadSecret } from '#server/platform/storage/secrets.ts'

const timeoutMs = 10_000

/** Sends a push by the Web Push protocol, encrypted for one browser and signed with the VAPID keys. */
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
    const response = await fetch(endpoint, {
      method,
      headers: headers as Record<string, string>,
      body: body ? new Uint8Array(body) : null,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return {
      status: response.status,
      retryAfterSeconds: parseRetryAfter(response.headers.get('Retry-After')),
    }
  }
}

/** `Retry-After` is a number of seconds or a date (RFC 9110). */
function parseRetryAfter(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = Number(retryAfter)
  const until = Date.parse(retryAfter)
  const wait = Number.isNaN(seconds) ? Math.ceil((until - clock.now().getTime()) / 1000) : seconds
  return wait > 0 ? wait : undefined
}

/** A browser's subscription at its push service. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

export type OutgoingPush = {
  payload: string
  /** How long the push service retries while the browser is offline. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /** The push service delivers only the newest undelivered push of a topic. */
  topic: string
}

export type PushResponse = { status: number; retryAfterSeconds?: number | undefined }

/** Sends an encrypted push to the browser's push service. */
export type SendPush = (to: PushAddress, push: OutgoingPush) => Promise<PushResponse>

/** VAPID keys (RFC 8292) and the contact address for push services. */
export type PushKeys = { publicKey: string; privateKey: string; contact: string }

/** VAPID keys derived from a generated secret: 32 random bytes are a private key of P-256. */
export async function loadPushKeys(db: Database, contact: string): Promise<PushKeys> {
  const privateKey = await loadSecret(db, 'push_key')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey, contact }
}

import { createECDH } from 'node:crypto'
import webpush from 'web-push'

import type { Database } from '#server/database/client/connect.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { loadSecret } from '#server/platform/storage/dataFolder.ts'

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

/** A browser at its push service. */
type PushAddress = { endpoint: string; p256dh: string; auth: string }

export type SentPush = {
  payload: string
  /** How long the push service tries. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /** Of several waiting ones with the same topic only the newest arrives. */
  topic: string
}

/** What a push service answered. */
export type PushAnswer = { status: number; retryAfterSeconds?: number | undefined }

/** Hands a push, encrypted for that browser alone, to its push service. */
export type SendPush = (to: PushAddress, push: SentPush) => Promise<PushAnswer>

/** What the store signs its pushes with, and where push services may turn to. */
export type PushKeys = { publicKey: string; privateKey: string; contact: string }

/** Keys the store has made up for itself: a secret of 32 bytes is a private key of P-256. */
export async function loadPushKeys(db: Database, contact: string): Promise<PushKeys> {
  const privateKey = await loadSecret(db, 'push_key')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey, contact }
}

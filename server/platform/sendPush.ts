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

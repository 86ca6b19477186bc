import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { clock } from '#server/platform/runtime/clock.ts'

export const smsJob = 'sms'

/** A product alert, and when its messages were queued (ms since 1970). */
export type QueuedAlert = { id: string; at: number }

/** The payload of a job: a text message that ends with a link to `path`. */
export type SmsJob = {
  to: string
  text: string
  path: string
  /** It is not sent in the quiet hours of the night. */
  waitsForMorning?: boolean
  /** The product alert that must still be true when the message is sent. */
  alert?: QueuedAlert
}

type SmsRequest = SmsJob & {
  /** Deduplication key: each cause is sent once. */
  cause: string
}

/** Enqueues a text message in the caller's transaction: it is sent if that commits. */
export async function enqueueSms(tx: Database, { cause, ...payload }: SmsRequest): Promise<void> {
  await tx
    .insert(jobs)
    .values({ kind: smsJob, cause, payload: payload satisfies SmsJob, runAt: clock.now() })
    .onConflictDoNothing()
}

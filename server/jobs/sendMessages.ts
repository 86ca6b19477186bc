import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/operations.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import { type SmsJob, smsJob } from '#server/platform/messaging/smsQueue.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock, minuteMs } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import { claimDueJobs, postponeJob } from './claimJobs.ts'

const pauseMs = 2000
const batchSize = 20
const maxTries = 6

type MessageDeps = { sendMessage: SendMessage; publicOrigin: string }

export const startMessages = (db: Database, deps: MessageDeps) =>
  repeat(pauseMs, async () => {
    while ((await sendMessages(db, deps)) === batchSize);
  })

/** Sends one batch of due text messages and returns its size. */
export async function sendMessages(db: Database, deps: MessageDeps): Promise<number> {
  const claimed = await claimDueJobs(db, smsJob, batchSize)
  for (const { id, tries, payload } of claimed) await send(db, { id, tries, payload }, deps)
  return claimed.length
}

type Job = { id: string; tries: number; payload: unknown }

/** A failed message is tried again after 1, 2, 4 … minutes. The number is removed once it is done. */
async function send(
  db: Database,
  { id, tries, payload }: Job,
  { sendMessage, publicOrigin }: MessageDeps,
): Promise<void> {
  const { to, text, path } = payload as SmsJob
  const link = new URL(path, publicOrigin).href
  try {
    await sendMessage({ to, text: `${text} ${link}`, link })
  } catch (error) {
    if (tries < maxTries) return postponeJob(db, id, clock.later(minuteMs * 2 ** (tries - 1)))
    log.error({ err: error }, 'A text message was given up')
    return markDone(db, id, 'not sent')
  }
  await markDone(db, id)
}

async function markDone(db: Database, id: string, failure?: string): Promise<void> {
  await db.update(jobs).set({ doneAt: clock.now(), failure, payload: {} }).where(eq(jobs.id, id))
}

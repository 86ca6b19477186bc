import type { Database } from '#server/database/client/connect.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import { type SmsJob, smsJob } from '#server/platform/messaging/smsQueue.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import { claimDueJobs, finishJob, postponeJob, retryJob } from './claimJobs.ts'
import { dropIfUntrue } from './productAlerts.ts'
import { quietHoursEnd } from './quietHours.ts'

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
  // All at once, because a slow provider would otherwise outlast the lease of the last ones.
  await Promise.all(claimed.map((job) => send(db, job, deps)))
  return claimed.length
}

type Job = { id: string; tries: number; payload: unknown }

async function send(
  db: Database,
  { id, tries, payload }: Job,
  { sendMessage, publicOrigin }: MessageDeps,
): Promise<void> {
  const { to, text, path, waitsForMorning, alert } = payload as SmsJob
  const until = waitsForMorning && quietHoursEnd(clock.now())
  if (until) return postponeJob(db, id, until)
  if (alert && (await dropIfUntrue(db, { jobId: id, alert }))) return
  const link = new URL(path, publicOrigin).href
  try {
    await sendMessage({ to, text: `${text} ${link}`, link })
  } catch (error) {
    if (tries < maxTries) return retryJob(db, id)
    log.error({ err: error }, 'A text message was given up')
    return finishJob(db, id, 'not sent')
  }
  await finishJob(db, id)
}

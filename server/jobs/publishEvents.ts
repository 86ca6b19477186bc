import { eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { enqueueNewOrderPushes } from '#server/features/orders/staff/newOrderPush.ts'
import { enqueueDeliveries } from '#server/features/webhooks/deliveries.ts'
import { readEventMessage } from '#server/features/webhooks/eventMessages.ts'
import { log } from '#server/platform/observability/log.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import { type EventJob, eventJob } from '#server/platform/webhooks/eventQueue.ts'
import { claimDueJobs, finishJob } from './claimJobs.ts'

const pauseMs = 1000
const batchSize = 50
const maxTries = 10

export const startEvents = (db: Database) =>
  repeat(pauseMs, async () => {
    while ((await publishEvents(db)) === batchSize);
  })

/** Hands one batch of events to whom they concern, and returns its size. */
export async function publishEvents(db: Database): Promise<number> {
  const claimed = await claimDueJobs(db, eventJob, batchSize)
  for (const job of claimed) {
    // An event that fails must not hold up the others. It is claimed again when its lease has ended.
    await publish(db, job).catch(async (error: unknown) => {
      log.error({ err: error }, 'An event could not be published')
      if (job.tries >= maxTries) await finishJob(db, job.id, 'not published')
    })
  }
  return claimed.length
}

type Job = typeof jobs.$inferSelect

/** The job is deleted in the transaction that enqueues what follows from it, so that each event has its effect once. */
const publish = (db: Database, { id, payload, runAt }: Job): Promise<void> =>
  inTransaction(db, async (tx) => {
    const event = payload as EventJob
    const message = await readEventMessage(tx, event)
    if (message) await enqueueDeliveries(tx, { ...message, id, event: event.event, at: runAt })
    if (event.event === 'order.placed') await enqueueNewOrderPushes(tx, event.subject)
    await tx.delete(jobs).where(eq(jobs.id, id))
  })

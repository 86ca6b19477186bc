import { eq } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/database/schema/webhooks.ts'
import { log } from '#server/platform/observability/log.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'
import { webhookJob, type WebhookJob } from '#server/platform/webhooks/eventQueue.ts'
import { NotSentError, type SendWebhook } from '#server/platform/webhooks/sendWebhook.ts'
import { claimDueJobs, finishJob, postponeJob } from './claimJobs.ts'

const pauseMs = 2000
const batchSize = 20

type WebhookDeps = { sendWebhook: SendWebhook }

export const startWebhooks = (db: Database, deps: WebhookDeps) =>
  repeat(pauseMs, async () => {
    while ((await sendWebhooks(db, deps)) === batchSize);
  })

/** Sends one batch of due events to their addresses and returns its size. */
export async function sendWebhooks(db: Database, deps: WebhookDeps): Promise<number> {
  const claimed = await claimDueJobs(db, webhookJob, batchSize)
  // All at once, because slow receivers would otherwise outlast the lease of the last ones.
  const outcomes = await Promise.all(
    claimed.map(({ id, payload }) =>
      trySending(db, { jobId: id, ...(payload as WebhookJob) }, deps),
    ),
  )
  for (const save of outcomes) await save()
  return claimed.length
}

type Task = WebhookJob & { jobId: string }
type DeliveryRow = typeof webhookDeliveries.$inferSelect
type EndpointRow = typeof webhookEndpoints.$inferSelect
type Attempt = { jobId: string; delivery: DeliveryRow; endpoint: EndpointRow }

/** Sends one event. Returns how to save the outcome. */
async function trySending(
  db: Database,
  { jobId, deliveryId }: Task,
  { sendWebhook }: WebhookDeps,
): Promise<() => Promise<void>> {
  const [found] = await db
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(eq(webhookDeliveries.id, deliveryId))
  if (found?.delivery.state !== 'waiting') return () => finishJob(db, jobId, 'nothing to send')
  const { delivery, endpoint } = found
  const attempt = { jobId, delivery, endpoint }
  const fail = (failure: Failure) => () => saveFailure(db, attempt, failure)
  if (endpoint.pausedAt && delivery.event !== 'test') {
    return fail({ problem: 'Sending was paused', isLast: true })
  }
  const { url, secret } = endpoint
  const { eventId: id, body } = delivery
  try {
    const statusCode = await sendWebhook({ url, secret, id, body })
    const hasArrived = statusCode >= 200 && statusCode < 300
    if (hasArrived) return () => saveSuccess(db, attempt, statusCode)
    return fail({ statusCode, problem: answerText(statusCode) })
  } catch (error) {
    if (error instanceof NotSentError) return fail({ problem: error.message })
    log.error({ err: error }, 'A webhook failed')
    return fail({ problem: 'The connection failed' })
  }
}

const answerText = (status: number): string =>
  status >= 300 && status < 400
    ? `The answer was ${status}, a redirect, which isn’t followed`
    : `The answer was ${status}`

const saveSuccess = (db: Database, { jobId, delivery, endpoint }: Attempt, statusCode: number) =>
  inTransaction(db, async (tx) => {
    const now = clock.now()
    await tx
      .update(webhookDeliveries)
      .set({
        ...{ state: 'delivered', tries: delivery.tries + 1, statusCode },
        ...{ problem: null, triedAt: now, nextTryAt: null },
      })
      .where(eq(webhookDeliveries.id, delivery.id))
    await tx
      .update(webhookEndpoints)
      .set({ deliveredAt: now, failingSince: null })
      .where(eq(webhookEndpoints.id, endpoint.id))
    await finishJob(tx, jobId)
  })

type Failure = { statusCode?: number; problem: string; isLast?: boolean }

/** Plans the next try, or gives the event up after the last one. */
const saveFailure = (
  db: Database,
  { jobId, delivery, endpoint }: Attempt,
  { statusCode, problem, isLast = delivery.event === 'test' }: Failure,
) =>
  inTransaction(db, async (tx) => {
    const pause = isLast ? undefined : rules.webhooks.retryPausesMs[delivery.tries]
    const nextTryAt = pause === undefined ? null : clock.later(pause)
    await tx
      .update(webhookDeliveries)
      .set({
        state: nextTryAt ? 'waiting' : 'failed',
        tries: delivery.tries + 1,
        statusCode: statusCode ?? null,
        ...{ problem, triedAt: clock.now(), nextTryAt },
      })
      .where(eq(webhookDeliveries.id, delivery.id))
    await noteFailure(tx, endpoint.id)
    if (nextTryAt) await postponeJob(tx, jobId, nextTryAt)
    else await finishJob(tx, jobId, problem)
  })

/** Pauses an address where everything has failed for long, so that events do not pile up for a program that is gone. */
async function noteFailure(tx: Database, id: string): Promise<void> {
  const [endpoint] = await tx
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
    .for('update')
  if (!endpoint || endpoint.pausedAt) return
  const now = clock.now()
  const { failingSince } = endpoint
  const isPaused =
    failingSince && now.getTime() - failingSince.getTime() > rules.webhooks.pauseAfterMs
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: failingSince ?? now, ...(isPaused && { pausedAt: now }) })
    .where(eq(webhookEndpoints.id, id))
  if (isPaused) log.warn({ id }, 'A webhook was paused, because everything had failed for long')
}

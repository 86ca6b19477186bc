import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { WebhookDelivery, WebhookEvent } from '#contract/staff/connections.ts'
import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/database/schema/webhooks.ts'
import type { Change } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { webhookJob, type WebhookJob } from '#server/platform/webhooks/eventQueue.ts'
import type { EventMessage } from './eventMessages.ts'
import { hostOf, readEndpoint } from './endpoints.ts'

type Record = (change: Change) => Promise<void>
type DeliveryRow = typeof webhookDeliveries.$inferSelect

const perPage = 50

type StoreEvent = EventMessage & { id: string; event: WebhookEvent; at: Date }

/** Enqueues an event for every address that wants it, in the caller's transaction. An event is enqueued once for each. */
export async function enqueueDeliveries(tx: Database, event: StoreEvent): Promise<void> {
  const endpoints = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(isNull(webhookEndpoints.pausedAt), sql`${event.event} = any(${webhookEndpoints.events})`),
    )
  for (const { id } of endpoints) await enqueueDelivery(tx, id, event)
}

type Delivered = Omit<StoreEvent, 'event'> & { event: DeliveryRow['event'] }

async function enqueueDelivery(
  tx: Database,
  endpointId: string,
  { id: eventId, event, at, about, data }: Delivered,
): Promise<DeliveryRow | undefined> {
  const body = JSON.stringify({ id: eventId, type: event, at: at.toISOString(), data })
  const now = clock.now()
  const [delivery] = await tx
    .insert(webhookDeliveries)
    .values({ endpointId, eventId, event, about, body, createdAt: now, nextTryAt: now })
    .onConflictDoNothing()
    .returning()
  if (delivery) await enqueueSending(tx, delivery.id)
  return delivery
}

const enqueueSending = (tx: Database, deliveryId: string) =>
  tx.insert(jobs).values({
    kind: webhookJob,
    payload: { deliveryId } satisfies WebhookJob,
    runAt: clock.now(),
  })

/** Sends a test, also to an address that is paused. */
export async function sendTest(
  tx: Database,
  endpointId: string,
  record: Record,
): Promise<WebhookDelivery> {
  const endpoint = await readEndpoint(tx, endpointId)
  const delivery = await enqueueDelivery(tx, endpointId, {
    ...{ id: randomUUID(), event: 'test', at: clock.now(), about: 'Test' },
    data: { message: 'This is a test. Real events look the same, with other data.' },
  })
  if (!delivery) throw new Error('The test was not saved')
  await record({
    ...{ subject: 'webhook', subjectId: endpointId, name: hostOf(endpoint) },
    action: 'sent a test',
  })
  return deliveryOf(delivery)
}

/**
 * Sends an event again that was given up or has arrived already. It keeps its id and body.
 *
 * @throws StoreError 'not_found', 'not_allowed_now' if it is waiting, or if the address is paused
 */
export async function sendAgain(
  tx: Database,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
  record: Record,
): Promise<WebhookDelivery> {
  const endpoint = await readEndpoint(tx, endpointId)
  const isIt = and(
    eq(webhookDeliveries.id, deliveryId),
    eq(webhookDeliveries.endpointId, endpointId),
  )
  const [delivery] = await tx.select().from(webhookDeliveries).where(isIt).for('update')
  if (!delivery) throw new StoreError('not_found', 'This event is no longer in the log')
  if (delivery.state === 'waiting') {
    throw new StoreError('not_allowed_now', 'This event is on its way already')
  }
  if (endpoint.pausedAt && delivery.event !== 'test') {
    throw new StoreError('not_allowed_now', 'Sending to this address is paused. Resume it first.')
  }
  const [waiting] = await tx
    .update(webhookDeliveries)
    .set({ state: 'waiting', tries: 0, nextTryAt: clock.now() })
    .where(isIt)
    .returning()
  if (!waiting) throw new Error('The delivery was not saved')
  await enqueueSending(tx, deliveryId)
  await record({
    ...{ subject: 'webhook', subjectId: endpointId, name: hostOf(endpoint) },
    ...{ action: 'sent an event again', after: { event: delivery.event, about: delivery.about } },
  })
  return deliveryOf(waiting)
}

/** The log of one address, newest first, with the cursor of the next page. */
export async function listDeliveries(
  db: Database,
  endpointId: string,
  cursor: string | undefined,
): Promise<{ data: WebhookDelivery[]; cursor: string | null }> {
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpointId, endpointId), isAfter(cursor)))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(perPage + 1)
  const page = rows.slice(0, perPage)
  const last = page.at(-1)
  return {
    data: page.map(deliveryOf),
    cursor: rows.length > perPage && last ? `${last.createdAt.toISOString()}_${last.id}` : null,
  }
}

/** Events of one moment are told apart by their id. */
function isAfter(cursor = '') {
  const [, time = '', id = ''] = /^([^_]+)_(.+)$/.exec(cursor) ?? []
  const createdAt = new Date(time)
  if (Number.isNaN(createdAt.getTime())) return undefined
  return or(
    lt(webhookDeliveries.createdAt, createdAt),
    and(eq(webhookDeliveries.createdAt, createdAt), lt(webhookDeliveries.id, id)),
  )
}

const deliveryOf = ({ createdAt, triedAt, nextTryAt, ...row }: DeliveryRow): WebhookDelivery => {
  const { id, eventId, event, about, state, tries, statusCode, problem } = row
  return {
    ...{ id, eventId, event, about, state, tries, statusCode, problem },
    createdAt: createdAt.toISOString(),
    triedAt: triedAt?.toISOString() ?? null,
    nextTryAt: state === 'waiting' ? (nextTryAt?.toISOString() ?? null) : null,
  }
}

import { asc, eq } from 'drizzle-orm'

import type { NewWebhook, Webhook, WebhookChanges } from '#contract/staff/connections.ts'
import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { webhookEndpoints } from '#server/database/schema/webhooks.ts'
import type { Change } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { createWebhookSecret } from '#server/platform/webhooks/sendWebhook.ts'

type Record = (change: Change) => Promise<void>
type EndpointRow = typeof webhookEndpoints.$inferSelect

/** The name of an address in the history, without what follows the host: some receivers have their secret there. */
export const hostOf = ({ url }: Pick<EndpointRow, 'url'>): string => new URL(url).host

/** @throws StoreError 'not_found' */
export async function readEndpoint(db: Database, id: string): Promise<EndpointRow> {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  if (!row) throw endpointNotFound()
  return row
}

const endpointNotFound = () => new StoreError('not_found', 'There’s no such address')

export const readWebhook = async (db: Database, id: string): Promise<Webhook> =>
  webhookOf(await readEndpoint(db, id))

/** All addresses, the oldest first. */
export async function listWebhooks(db: Database): Promise<Webhook[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return rows.map(webhookOf)
}

const webhookOf = ({ id, url, events, ...at }: EndpointRow): Webhook => ({
  ...{ id, url, events },
  createdAt: at.createdAt.toISOString(),
  deliveredAt: at.deliveredAt?.toISOString() ?? null,
  failingSince: at.failingSince?.toISOString() ?? null,
  pausedAt: at.pausedAt?.toISOString() ?? null,
})

/**
 * Adds an address. Nobody knows its secret until `renewSecret` has made it.
 *
 * @throws StoreError 'not_allowed_now' if there are enough of them
 */
export async function addWebhook(
  tx: Database,
  { url, events }: NewWebhook,
  record: Record,
): Promise<Webhook> {
  if ((await tx.$count(webhookEndpoints)) >= rules.webhooks.maxPerStore) {
    throw new StoreError(
      'not_allowed_now',
      `Events can go to ${rules.webhooks.maxPerStore} addresses. Remove one first.`,
    )
  }
  const [row] = await tx
    .insert(webhookEndpoints)
    .values({ url, events, secret: createWebhookSecret(), createdAt: clock.now() })
    .returning()
  if (!row) throw new Error('The address was not saved')
  await record({
    ...{ subject: 'webhook', subjectId: row.id, name: hostOf(row), action: 'added' },
    after: { events },
  })
  return webhookOf(row)
}

/** Gives an address another secret, which is returned this once and counts from the next try on. */
export async function renewSecret(db: Database, id: string): Promise<string> {
  const secret = createWebhookSecret()
  await db.update(webhookEndpoints).set({ secret }).where(eq(webhookEndpoints.id, id))
  return secret
}

/** @throws StoreError 'not_found' */
export async function recordRenewal(tx: Database, id: string, record: Record): Promise<Webhook> {
  const row = await readEndpoint(tx, id)
  await record({
    ...{ subject: 'webhook', subjectId: id, name: hostOf(row), action: 'made a new secret' },
  })
  return webhookOf(row)
}

/**
 * Changes an address, pauses it or resumes it. What happens while it is paused is never sent there.
 *
 * @throws StoreError 'not_found'
 */
export async function changeWebhook(
  tx: Database,
  { id, changes }: { id: string; changes: WebhookChanges },
  record: Record,
): Promise<Webhook> {
  const [before] = await tx
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
    .for('update')
  if (!before) throw endpointNotFound()
  const { isPaused, url = before.url, events = before.events } = changes
  const pausing =
    isPaused === undefined
      ? {}
      : isPaused
        ? { pausedAt: before.pausedAt ?? clock.now() }
        : { pausedAt: null, failingSince: null }
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ url, events, ...pausing })
    .where(eq(webhookEndpoints.id, id))
    .returning()
  if (!row) throw endpointNotFound()
  const fieldsOf = (endpoint: EndpointRow) => ({
    ...(changes.url !== undefined && { host: hostOf(endpoint) }),
    ...(changes.events && { events: endpoint.events }),
    ...(isPaused !== undefined && { isPaused: endpoint.pausedAt !== null }),
  })
  await record({
    ...{ subject: 'webhook', subjectId: id, name: hostOf(before), action: 'changed' },
    ...{ before: fieldsOf(before), after: fieldsOf(row), skipIfUnchanged: true },
  })
  return webhookOf(row)
}

/** @throws StoreError 'not_found' */
export async function removeWebhook(tx: Database, id: string, record: Record): Promise<void> {
  const row = await readEndpoint(tx, id)
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  await record({
    ...{ subject: 'webhook', subjectId: id, name: hostOf(row), action: 'removed' },
    before: { events: row.events },
  })
}

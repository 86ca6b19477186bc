import { and, eq, ne } from 'drizzle-orm'
import type * as v from 'valibot'

import type { Subscribe } from '#contract/notification.ts'
import type { Database } from '#server/database/client/connect.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/**
 * Saves a push subscription with its topics. It belongs to the session in which it was created and
 * ends with it. A new endpoint of the session replaces the old one.
 */
export function saveSubscription(
  { db, userId }: CustomerStore,
  sessionId: string,
  { subscription, ...choice }: v.InferOutput<typeof Subscribe>,
): Promise<void> {
  const { endpoint, keys } = subscription
  const values = { userId, sessionId, ...keys, ...choice, failures: 0, createdAt: clock.now() }
  return db.transaction(async (tx) => {
    await deleteOtherEndpoints(tx, sessionId, endpoint)
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
  })
}

async function deleteOtherEndpoints(tx: Database, sessionId: string, endpoint: string) {
  await tx
    .delete(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)),
    )
}

/** Deletes a subscription of the user. A missing subscription is not an error. */
export async function deleteSubscription(
  { db, userId }: CustomerStore,
  endpoint: string,
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
}

const hosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'notify.windows.com',
]
const hostSuffixes = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/**
 * Restricts endpoints to the push services of browsers, so that the server sends no requests to
 * other hosts.
 */
export function isPushService(endpoint: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  const isPlainHttps = protocol === 'https:' && port === '' && username === '' && password === ''
  return (
    isPlainHttps &&
    (hosts.includes(hostname) || hostSuffixes.some((family) => hostname.endsWith(family)))
  )
}

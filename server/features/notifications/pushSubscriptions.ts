import { and, eq, ne } from 'drizzle-orm'
import type * as v from 'valibot'

import type { Subscribe } from '#contract/notification.ts'
import type { Database } from '#server/database/client/connect.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import type { CustomerStore } from '#server/platform/http/handler.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/**
 * Keeps where a browser is told things, and what. It belongs to the sign-in it was made in and ends
 * with it; a new address takes the place of the old one.
 */
export function saveSubscription(
  { db, userId }: CustomerStore,
  sessionId: string,
  { subscription, ...choice }: v.InferOutput<typeof Subscribe>,
): Promise<void> {
  const { endpoint, keys } = subscription
  const values = { userId, sessionId, ...keys, ...choice, failures: 0, createdAt: clock.now() }
  return db.transaction(async (tx) => {
    await dropOthers(tx, sessionId, endpoint)
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
  })
}

async function dropOthers(tx: Database, sessionId: string, endpoint: string) {
  await tx
    .delete(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)),
    )
}

/** One that is not there, or not the user's, is gone all the same. */
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
const families = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/** The push services of the browsers there are: the store sends nothing to any other address. */
export function isPushService(endpoint: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return (
    isPlain && (hosts.includes(hostname) || families.some((family) => hostname.endsWith(family)))
  )
}

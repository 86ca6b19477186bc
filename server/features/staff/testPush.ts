import { and, eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { staffPushSubscriptions } from '#server/database/schema/staff.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import {
  isAccepted,
  isForbidden,
  isGone,
  pushMessageOf,
  sendPushMessage,
} from '#server/platform/push/pushMessages.ts'
import type { SendPush } from '#server/platform/push/webPush.ts'

export type TestPushDeps = { sendPush: SendPush; publicOrigin: string }

type Subscription = typeof staffPushSubscriptions.$inferSelect

const text = {
  title: 'Notifications work',
  body: 'This is how we’ll tell you about new orders.',
  path: '/desk/me',
  tag: 'test',
}
/** A test is of use only while the person looks at the device. */
const options = { ttlSeconds: 60, urgency: 'high' } as const

/**
 * The caller's subscription of a browser.
 *
 * @throws StoreError 'not_found' if the server has none
 */
export async function requireSubscription(
  { db, actor }: StaffContext,
  endpoint: string,
): Promise<Subscription> {
  const [subscription] = await db
    .select()
    .from(staffPushSubscriptions)
    .where(
      and(
        eq(staffPushSubscriptions.staffId, actor.id),
        eq(staffPushSubscriptions.endpoint, endpoint),
      ),
    )
  if (!subscription) throw notSubscribed()
  return subscription
}

/**
 * Sends a test at once, so that its sender reads on the spot why it failed. A subscription to which the push
 * service accepts nothing more is deleted, as after any other push.
 *
 * @throws StoreError 'not_found' if the subscription has ended, 'unavailable' if the push service did not accept it
 */
export async function sendTestPush(
  db: Database,
  subscription: Subscription,
  { sendPush, publicOrigin }: TestPushDeps,
): Promise<void> {
  const message = pushMessageOf(text, publicOrigin)
  const response = await sendPushMessage({ to: subscription, message, options }, sendPush)
  if (isAccepted(response)) return
  if (!isGone(response) && !isForbidden(response)) throw notAccepted(response.status)
  await db.delete(staffPushSubscriptions).where(eq(staffPushSubscriptions.id, subscription.id))
  throw notSubscribed()
}

const notSubscribed = () =>
  new StoreError(
    'not_found',
    'This device no longer gets notifications. Turn them off and on again.',
  )

const notAccepted = (status: number) =>
  new StoreError(
    'unavailable',
    `This browser’s push service didn’t accept the test (response ${status}). Try again in a minute.`,
  )

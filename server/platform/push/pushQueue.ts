import { and, arrayContains, eq, sql } from 'drizzle-orm'

import { paths } from '#contract/pages/paths.ts'
import type { Topic } from '#contract/account/notification.ts'
import type { Database } from '#server/database/client/connect.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { jobs } from '#server/database/schema/operations.ts'
import type { QueuedAlert } from '#server/platform/messaging/smsQueue.ts'
import { clock, dayMs } from '#server/platform/runtime/clock.ts'

export const pushJob = 'push'

/** The text of a notification. It must not contain names of people, places or amounts. */
export type NotificationText = { title: string; body: string }

/** The text of a push; a tap opens `path`. */
export type PushText = NotificationText & { path: string; tag: string }

/** The payload of a job: one push for one browser. */
export type PushJob = {
  subscriptionId: string
  userId: string
  /** A test is sent whatever the browser has subscribed to, at any hour. */
  topic: Topic | 'test'
  text: PushText
  /** The product alert that it answers: it is sent only while what it says is true. */
  alert?: QueuedAlert | undefined
}

export const staffPushJob = 'staffPush'

/** The payload of a job: a new order for one browser of the staff. */
export type StaffPushJob = { subscriptionId: string; orderId: string; text: PushText }

type PushRequest = {
  userId: string
  topic: Topic
  text: PushText
  /** Deduplication key: each cause is pushed once per browser. */
  cause: string
  alert?: QueuedAlert
}

/** Enqueues a push for each of the user's browsers that is subscribed to the topic, in the caller's transaction. */
export async function enqueuePush(
  tx: Database,
  { userId, topic, text, cause, alert }: PushRequest,
) {
  const subscriptions = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.userId, userId), arrayContains(pushSubscriptions.topics, [topic])),
    )
  if (subscriptions.length === 0) return
  const rows = subscriptions.map(({ id }) => ({
    kind: pushJob,
    cause: `${cause}:${id}`,
    payload: { subscriptionId: id, userId, topic, text, alert } satisfies PushJob,
    runAt: clock.now(),
  }))
  await tx.insert(jobs).values(rows).onConflictDoNothing()
}

const testText: PushText = {
  title: 'Notifications work',
  body: 'This is how we’ll tell you about your orders.',
  path: paths.profile,
  tag: 'test',
}

/** Enqueues a test for one of the customer's browsers. False if it is not subscribed. */
export async function enqueueTest(
  { db, userId }: { db: Database; userId: string },
  endpoint: string,
): Promise<boolean> {
  const [subscription] = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
  if (!subscription) return false
  const { id } = subscription
  const payload: PushJob = { subscriptionId: id, userId, topic: 'test', text: testText }
  const runAt = clock.now()
  await db
    .insert(jobs)
    .values({ kind: pushJob, cause: `test:${id}:${runAt.getTime()}`, payload, runAt })
  return true
}

/** PostgreSQL allows 65,535 parameters per statement. */
const batchSize = 1000

type Offer = NotificationText & { path: string; cause: string }

/**
 * Queues an offer for every browser that has subscribed to offers and is below the weekly maximum
 * of its user. The same cause is sent once. Returns the number of queued pushes.
 */
export async function enqueueOffers(db: Database, { cause, ...offer }: Offer): Promise<number> {
  const since = new Date(clock.now().getTime() - 7 * dayMs).toISOString()
  const subscriptions = await db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(
      sql`'offers' = any(${pushSubscriptions.topics}) and ${pushSubscriptions.offersPerWeek} > (
        select count(*) from ${jobs} j where j.kind = ${pushJob}
        and j.payload ->> 'subscriptionId' = ${pushSubscriptions.id}
        and j.payload ->> 'topic' = 'offers' and j.run_at > ${since}::timestamptz)`,
    )
  let count = 0
  for (let first = 0; first < subscriptions.length; first += batchSize) {
    count += await insertOfferJobs(db, subscriptions.slice(first, first + batchSize), {
      cause,
      ...offer,
    })
  }
  return count
}

type Subscription = Pick<typeof pushSubscriptions.$inferSelect, 'id' | 'userId'>

async function insertOfferJobs(
  db: Database,
  subscriptions: Subscription[],
  { cause, ...offer }: Offer,
) {
  const queued = await db
    .insert(jobs)
    .values(
      subscriptions.map(({ id, userId }) => ({
        kind: pushJob,
        cause: `offer:${cause}:${id}`,
        payload: {
          ...{ subscriptionId: id, userId, topic: 'offers' },
          text: { ...offer, tag: `offer-${cause}` },
        } satisfies PushJob,
        runAt: clock.now(),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: jobs.id })
  return queued.length
}

import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { pushJob, type PushJob } from '#server/platform/push/pushQueue.ts'

/** PostgreSQL allows 65,535 parameters per statement. */
const batchSize = 1000
const weekMs = 7 * 24 * 60 * 60 * 1000

type Offer = { title: string; body: string; path: string; cause: string }

/**
 * Queues an offer for every browser that has subscribed to offers and is below the weekly maximum
 * of its user. The same cause is sent once. Returns the number of queued pushes.
 */
export async function sendOffer(db: Database, { cause, ...offer }: Offer): Promise<number> {
  const since = new Date(clock.now().getTime() - weekMs).toISOString()
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
    count += await enqueueOffer(db, subscriptions.slice(first, first + batchSize), {
      cause,
      ...offer,
    })
  }
  return count
}

type Subscription = Pick<typeof pushSubscriptions.$inferSelect, 'id' | 'userId'>

async function enqueueOffer(
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
          words: { ...offer, tag: `offer-${cause}` },
        } satisfies PushJob,
        runAt: clock.now(),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: jobs.id })
  return queued.length
}

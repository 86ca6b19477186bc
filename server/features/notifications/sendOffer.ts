import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { jobs } from '#server/database/schema/jobs.ts'
import { pushSubscriptions } from '#server/database/schema/notifications.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { pushJob, type PushJob } from '#server/platform/push/pushQueue.ts'

/** A statement takes 65,535 values at most. */
const atOnce = 1000
const weekMs = 7 * 24 * 60 * 60 * 1000

type Offer = { title: string; body: string; path: string; cause: string }

/**
 * Puts an offer in line for every browser that wants offers and has had fewer within a week than its
 * shopper allows. The same cause is sent once. Gives how many it goes to.
 */
export async function sendOffer(db: Database, { cause, ...offer }: Offer): Promise<number> {
  const since = new Date(clock.now().getTime() - weekMs).toISOString()
  const wanting = await db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(
      sql`'offers' = any(${pushSubscriptions.topics}) and ${pushSubscriptions.offersPerWeek} > (
        select count(*) from ${jobs} j where j.kind = ${pushJob}
        and j.payload ->> 'subscriptionId' = ${pushSubscriptions.id}
        and j.payload ->> 'topic' = 'offers' and j.run_at > ${since}::timestamptz)`,
    )
  let count = 0
  for (let first = 0; first < wanting.length; first += atOnce) {
    count += await putInLine(db, wanting.slice(first, first + atOnce), { cause, ...offer })
  }
  return count
}

type Wanting = Pick<typeof pushSubscriptions.$inferSelect, 'id' | 'userId'>

async function putInLine(db: Database, wanting: Wanting[], { cause, ...offer }: Offer) {
  const queued = await db
    .insert(jobs)
    .values(
      wanting.map(({ id, userId }) => ({
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

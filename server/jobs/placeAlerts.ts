import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'

import { paths } from '#contract/pages/paths.ts'
import type { Database } from '#server/database/client/connect.ts'
import { placeAlerts } from '#server/database/schema/notifications.ts'
import { users } from '#server/database/schema/users.ts'
import { nearestWarehouse } from '#server/features/location/warehouses.ts'
import { enqueueSms } from '#server/platform/messaging/smsQueue.ts'
import { minuteMs } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

const pauseMs = 10 * minuteMs
const batchSize = 500

/** Polls, so that a warehouse is noticed that opened, was added or delivers farther, whoever did that. */
export const startPlaceAlerts = (db: Database) => repeat(pauseMs, () => sendPlaceAlerts(db))

/** Queues a text message for customers who wait for a place that the store delivers to now. Returns their number. */
export async function sendPlaceAlerts(db: Database): Promise<number> {
  let sent = 0
  for (let after = ''; ;) {
    const waiting = await readWaiting(db, after)
    const reached: typeof waiting = []
    for (const alert of waiting) if (await nearestWarehouse(db, alert)) reached.push(alert)
    await queue(db, reached)
    sent += reached.length
    const last = waiting.at(-1)
    if (!last || waiting.length < batchSize) return sent
    after = last.userId
  }
}

type Waiting = Pick<
  typeof placeAlerts.$inferSelect,
  'userId' | 'createdAt' | 'latitude' | 'longitude'
> & { contactNumber: string }

function readWaiting(db: Database, after: string): Promise<Waiting[]> {
  const { userId, createdAt, latitude, longitude } = placeAlerts
  const contactNumber = sql<string>`${users.contactNumber}`
  return db
    .select({ userId, createdAt, contactNumber, latitude, longitude })
    .from(placeAlerts)
    .innerJoin(users, eq(users.id, userId))
    .where(and(gt(userId, after), isNotNull(users.contactNumber)))
    .orderBy(asc(userId))
    .limit(batchSize)
}

/**
 * Each alert is deleted with the message, so that it is sent once. One that the customer has meanwhile changed to
 * another place stays.
 */
async function queue(db: Database, reached: Waiting[]): Promise<void> {
  if (reached.length === 0) return
  await db.transaction(async (tx) => {
    const isUnchanged = reached.map(({ userId, createdAt }) =>
      and(eq(placeAlerts.userId, userId), eq(placeAlerts.createdAt, createdAt)),
    )
    const deleted = await tx
      .delete(placeAlerts)
      .where(or(...isUnchanged))
      .returning({ userId: placeAlerts.userId })
    const deletedIds = new Set(deleted.map(({ userId }) => userId))
    for (const { userId, createdAt, contactNumber } of reached) {
      if (!deletedIds.has(userId)) continue
      await enqueueSms(tx, {
        to: contactNumber,
        text: 'We deliver to your place now.',
        path: paths.home,
        waitsForMorning: true,
        cause: `place:${userId}:${createdAt.getTime()}`,
      })
    }
  })
}

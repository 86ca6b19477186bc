import { and, asc, eq, gt, inArray } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { orderEvents, orders } from '#server/database/schema/orders.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { repeat } from '#server/platform/runtime/repeat.ts'

/** Is told the id of an order of theirs that has changed. */
type Follower = { userId: string; tell: (orderId: string) => void; hangUp: () => void }

export type OrderEvents = {
  follow: (db: Database, follower: Follower) => () => void
  /** Everybody is sent home, as the store closes. */
  hangUp: () => void
}

/**
 * An event is written with the time its transaction began and seen when that ends: what is that
 * much older than the newest look may still come.
 */
const overlapMs = 15_000
/** So many pages of one user listen; a further one takes the place of the oldest. */
export const maxStreamsPerCustomer = 10

/**
 * Tells those who follow their orders of every change. One question to the database each `everyMs`
 * serves all who listen at this process; without a listener nothing is asked.
 */
export function createOrderEvents(everyMs = 1000): OrderEvents {
  const followers = new Set<Follower>()
  const told = new Map<string, Date>()
  let stop: (() => Promise<void>) | undefined

  async function look(db: Database) {
    const since = clock.later(-overlapMs)
    const userIds = [...new Set([...followers].map(({ userId }) => userId))]
    for (const { id, orderId, userId, at } of await readEvents(db, userIds, since)) {
      if (told.has(id)) continue
      told.set(id, at)
      for (const follower of followers) if (follower.userId === userId) follower.tell(orderId)
    }
    for (const [id, at] of told) if (at < since) told.delete(id)
  }

  return {
    follow: (db, follower) => {
      const others = [...followers].filter(({ userId }) => userId === follower.userId)
      if (others.length >= maxStreamsPerCustomer) others[0]?.hangUp()
      followers.add(follower)
      stop ??= repeat(everyMs, () => look(db))
      return () => {
        followers.delete(follower)
        if (followers.size > 0) return
        void stop?.()
        stop = undefined
      }
    },
    hangUp: () => {
      for (const follower of followers) follower.hangUp()
    },
  }
}

function readEvents(db: Database, userIds: string[], since: Date) {
  return db
    .select({
      id: orderEvents.id,
      orderId: orderEvents.orderId,
      userId: orders.userId,
      at: orderEvents.at,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(
      and(gt(orderEvents.at, since), inArray(orders.userId, userIds), eq(orders.state, 'placed')),
    )
    .orderBy(asc(orderEvents.at))
}

import { and, eq, inArray } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import { orderLines, orders } from '#server/database/orderTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { orderPieces } from '#server/platform/orderPieces.ts'
import { releaseHold } from '#server/platform/releaseHold.ts'
import { holdStock, type Pieces } from '#server/platform/takeStock.ts'

type OrderRow = typeof orders.$inferSelect

/** The orders of a user that wait for their payment, held. */
export const readWaiting = ({ db, userId }: UserStore): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'awaiting_payment')))
    .for('update')

/** Who tries again has the pieces for longer, within reason. False: it is time for a new order. */
export async function keepWaiting({ db }: UserStore, { id, createdAt }: OrderRow) {
  const holdUntil = clock.later(rules.orders.holdMs)
  if (holdUntil.getTime() - createdAt.getTime() > rules.payment.longestHoldMs) return false
  await db.update(orders).set({ holdUntil }).where(eq(orders.id, id))
  return true
}

/**
 * A user holds the pieces of one order at a time: those before let go. All shelves are held first,
 * also those that are taken from next, so that two buyers never wait for each other.
 */
export async function supersede(store: UserStore, next: Pieces[]): Promise<void> {
  const before = (await readWaiting(store)).map(({ id }) => id)
  if (before.length === 0) return
  const lines = await store.db.select().from(orderLines).where(inArray(orderLines.orderId, before))
  await holdStock(store.db, [...orderPieces(lines), ...next])
  for (const id of before) await releaseHold(store.db, id)
}

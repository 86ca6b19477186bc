import { and, eq, inArray } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import { orderLines, orders } from '#server/database/orderTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { holdCoupons } from '#server/platform/couponUses.ts'
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

/** What the next order takes. */
type Next = { pieces: Pieces[]; couponId: string | undefined }

/**
 * A user holds the pieces of one order at a time: those before let go. All shelves are held first,
 * then all coupons, also those that are taken next, so that two buyers never wait for each other.
 */
export async function supersede({ db, userId }: UserStore, next: Next): Promise<void> {
  const before = await readWaiting({ db, userId })
  if (before.length === 0) return
  const ids = before.map(({ id }) => id)
  const lines = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids))
  await holdStock(db, [...orderPieces(lines), ...next.pieces])
  const couponIds = [next.couponId, ...before.map(({ couponId }) => couponId)]
  await holdCoupons(
    db,
    couponIds.filter((id) => typeof id === 'string'),
  )
  for (const id of ids) await releaseHold(db, id)
}

import { eq, sql } from 'drizzle-orm'

import { cartLines, carts } from '#server/database/cartTables.ts'
import { statement } from '#server/database/statement.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'

/** The chosen address stays; what was chosen for this order only goes. */
export async function emptyCart({ db, userId }: UserStore): Promise<void> {
  await empty(db, { userId, now: clock.now() })
}

const empty = statement('empty_cart', ['userId', 'now'], (db, { userId, now }) => {
  const gone = db
    .$with('gone')
    .as(db.delete(cartLines).where(eq(cartLines.userId, userId)).returning({ id: cartLines.id }))
  return db
    .with(gone)
    .update(carts)
    .set({
      purchaseType: 'Standard',
      couponId: null,
      receiverName: null,
      receiverContactNumber: null,
      version: sql`${carts.version} + 1`,
      updatedAt: sql`${now}`,
    })
    .where(eq(carts.userId, userId))
})

import { and, eq, isNotNull } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { orderLines } from '#server/database/orderTables.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { moveLine } from './moveLine.ts'
import { holdOrder } from './moveOrder.ts'

type Kept = {
  orderId: string
  lineId: string
  /** Null: neither fits, and nothing is kept. */
  size: string | null
}

/**
 * What a shopper keeps of a line that is tried at the door. Of two sizes the other one goes back
 * with the delivery; where none is kept the line is cancelled, and its price goes back.
 */
export function keepSize(db: Database, { orderId, lineId, size }: Kept): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await holdOrder(tx, orderId)
    if (order.status !== 'Size Trialing') {
      throw new StoreError('not_allowed_now', 'A size is chosen while it is tried on')
    }
    if (size === null) return moveLine(tx, { orderId, lineId, to: 'Cancelled', by: 'courier' })
    const isTried = and(eq(orderLines.id, lineId), isNotNull(orderLines.trialSize))
    const [line] = await tx
      .select()
      .from(orderLines)
      .where(and(isTried, eq(orderLines.orderId, orderId)))
    if (!line || ![line.size, line.trialSize].includes(size)) {
      throw new StoreError('not_found', 'This size is not at the door')
    }
    await tx.update(orderLines).set({ soldSize: size }).where(eq(orderLines.id, lineId))
  })
}

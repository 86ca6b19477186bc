import { and, eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { orderLines, orders } from '#server/database/orderTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { giveBackStock, type Pieces } from '#server/platform/takeStock.ts'
import type { LineRow, OrderRow } from './moveOrder.ts'

/** At the door: cash is taken, and of two sizes that were tried one comes back. */
export async function settleDelivered(tx: Database, order: OrderRow, lines: LineRow[]) {
  if (order.paymentMethod === 'Cash on delivery') await takeCash(tx, order.id)
  await takeUnsoldBack(tx, order.id, lines)
}

/** Unless it was paid by a link before; a link that is still open is closed with that. */
export async function takeCash(tx: Database, orderId: string) {
  await tx.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.id, orderId))
  const isOpen = and(eq(payments.orderId, orderId), eq(payments.status, 'created'))
  await tx
    .update(payments)
    .set({ status: 'captured', capturedAt: clock.now() })
    .where(and(isOpen, eq(payments.kind, 'on_delivery')))
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(isOpen, eq(payments.kind, 'link')))
}

/** Unless something else was said at the door, the size that was ordered is kept. */
async function takeUnsoldBack(tx: Database, orderId: string, lines: LineRow[]) {
  const unsold: Pieces[] = []
  for (const { id, productId, size, trialSize, soldSize, quantity } of lines) {
    if (!trialSize) continue
    const kept = soldSize ?? size
    await tx.update(orderLines).set({ soldSize: kept }).where(eq(orderLines.id, id))
    unsold.push({ productId, size: kept === size ? trialSize : size, quantity })
  }
  await giveBackStock(tx, unsold, { reason: 'trial_unsold', reference: orderId })
}

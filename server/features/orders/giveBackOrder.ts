import { and, eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { payments } from '#server/database/paymentTables.ts'
import { releaseCoupon } from '#server/platform/couponUses.ts'
import { orderPieces } from '#server/platform/orderPieces.ts'
import { refundOrder } from '#server/platform/refunds.ts'
import { giveBackStock } from '#server/platform/takeStock.ts'
import type { LineRow, OrderRow } from './moveOrder.ts'

/** What a cancelled order took goes back: its pieces, its coupon, and all that was paid for it. */
export async function giveBackOrder(tx: Database, { id }: OrderRow, lines: LineRow[]) {
  await giveBackStock(tx, orderPieces(lines), { reason: 'order_cancelled', reference: id })
  await releaseCoupon(tx, id)
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(eq(payments.orderId, id), eq(payments.status, 'created')))
  await refundOrder(tx, id, 'cancelled')
}

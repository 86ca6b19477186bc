import { and, eq, isNull, sql } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { couponRedemptions, coupons } from '#server/database/couponTables.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { giveBackStock } from '#server/platform/takeStock.ts'
import type { LineRow, OrderRow } from './moveOrder.ts'

/** What a cancelled order took goes back: its pieces, its coupon, and what was to be paid. */
export async function giveBackOrder(tx: Database, { id }: OrderRow, lines: LineRow[]) {
  const pieces = lines.flatMap(({ productId, size, trialSize, quantity }) => [
    { productId, size, quantity },
    ...(trialSize ? [{ productId, size: trialSize, quantity }] : []),
  ])
  await giveBackStock(tx, pieces, { reason: 'order_cancelled', reference: id })
  await releaseCoupon(tx, id)
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(eq(payments.orderId, id), eq(payments.status, 'created')))
}

async function releaseCoupon(tx: Database, orderId: string) {
  const [released] = await tx
    .update(couponRedemptions)
    .set({ releasedAt: clock.now() })
    .where(and(eq(couponRedemptions.orderId, orderId), isNull(couponRedemptions.releasedAt)))
    .returning({ couponId: couponRedemptions.couponId })
  if (!released) return
  await tx
    .update(coupons)
    .set({ used: sql`${coupons.used} - 1` })
    .where(eq(coupons.id, released.couponId))
}

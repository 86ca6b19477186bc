import { and, eq, isNotNull, isNull, or, lt, sql } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { couponRedemptions, coupons } from '#server/database/couponTables.ts'
import { clock } from './clock.ts'

/** An order that is not to be gives its use of a coupon back; once. */
export async function releaseCoupon(tx: Database, orderId: string): Promise<void> {
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

/** An order that is to be after all counts again, also where the coupon is used up by now. */
export async function useCouponAgain(tx: Database, orderId: string): Promise<void> {
  const [used] = await tx
    .update(couponRedemptions)
    .set({ releasedAt: null })
    .where(and(eq(couponRedemptions.orderId, orderId), isNotNull(couponRedemptions.releasedAt)))
    .returning({ couponId: couponRedemptions.couponId })
  if (!used) return
  const hasRoom = or(isNull(coupons.usesInAll), lt(coupons.used, coupons.usesInAll))
  const [counted] = await tx
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(and(eq(coupons.id, used.couponId), hasRoom))
    .returning({ id: coupons.id })
  if (counted) return
  // Nobody is refused the price that was paid; but what is not counted is not given back either.
  await tx
    .update(couponRedemptions)
    .set({ releasedAt: clock.now() })
    .where(eq(couponRedemptions.orderId, orderId))
}

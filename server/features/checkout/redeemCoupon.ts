import { eq, sql } from 'drizzle-orm'

import { goodsTotal } from '#contract/pricing.ts'
import { couponRedemptions, coupons } from '#server/database/couponTables.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { discountBy } from '#server/platform/couponTerms.ts'
import type { Quote } from './quoteBag.ts'

/**
 * Uses the coupon for an order. Its row is held from here to the end of the order, so of several
 * orders at once each counts the uses of those before it.
 */
export async function redeemCoupon(
  { db, userId }: UserStore,
  orderId: string,
  { cart, coupon, shown, summary }: Quote,
): Promise<void> {
  if (!coupon) return
  const held = await db.select().from(coupons).where(eq(coupons.id, coupon.id)).for('update')
  const { purchaseType } = cart
  await discountBy(db, held[0] ?? coupon, { userId, goods: goodsTotal(shown), purchaseType })
  await db
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(eq(coupons.id, coupon.id))
  await db.insert(couponRedemptions).values({
    orderId,
    couponId: coupon.id,
    userId,
    discountPaise: summary.couponDiscount,
    at: clock.now(),
  })
}

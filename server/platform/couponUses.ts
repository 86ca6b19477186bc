import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { couponRedemptions, coupons } from '#server/database/couponTables.ts'
import { orders } from '#server/database/orderTables.ts'
import { clock } from './clock.ts'
import { StoreError } from './storeError.ts'

/** Holds coupons, everybody in this order, where one use is given back and another taken at once. */
export async function holdCoupons(tx: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { id } = coupons
  await tx.select({ id }).from(coupons).where(inArray(id, ids)).orderBy(id).for('update')
}

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

/**
 * An order that is to be after all counts again, also where the coupon is used up by others. Where
 * its shopper has used it up meanwhile, for another order, it is refused.
 */
export async function useCouponAgain(tx: Database, orderId: string): Promise<void> {
  const isOfOrder = eq(couponRedemptions.orderId, orderId)
  const [use] = await tx
    .select()
    .from(couponRedemptions)
    .where(and(isOfOrder, isNotNull(couponRedemptions.releasedAt)))
  if (!use) return
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, use.couponId)).for('update')
  if (!coupon) return
  await refuseUsedUp(tx, coupon, use.userId)
  // Nobody is refused the price that was paid; but what is not counted is not given back either.
  if (coupon.usesInAll !== null && coupon.used >= coupon.usesInAll) return
  await tx.update(couponRedemptions).set({ releasedAt: null }).where(isOfOrder)
  await tx
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(eq(coupons.id, coupon.id))
}

/** Else one use would pay for as many orders as were begun before and left unpaid. */
async function refuseUsedUp(tx: Database, coupon: typeof coupons.$inferSelect, userId: string) {
  const most = coupon.isFirstOrderOnly ? 1 : coupon.usesPerUser
  if (most === null) return
  const { couponId, state, status } = orders
  const isWithIt = and(eq(orders.userId, userId), eq(couponId, coupon.id))
  const isMeant = and(ne(state, 'expired'), ne(status, 'Cancelled'))
  if ((await tx.$count(orders, and(isWithIt, isMeant))) < most) return
  throw new StoreError('coupon_not_applicable', 'This coupon was used meanwhile')
}

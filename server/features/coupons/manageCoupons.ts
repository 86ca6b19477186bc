import { asc, eq } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'
import { coupons } from '#server/database/schema/carts.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { CouponRow } from '#server/commerce/coupons.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

export type NewCoupon = Omit<typeof coupons.$inferInsert, 'id' | 'used' | 'createdAt' | 'tagline'>

/** Lists all coupons by code, including those that have ended. */
export const listCoupons = (db: Database): Promise<CouponRow[]> =>
  db.select().from(coupons).orderBy(asc(coupons.name))

/** Whether customers can use it now. */
export function isCouponOpen({ startsAt, endsAt, maxUses, used }: CouponRow): boolean {
  const now = clock.now()
  const isUsedUp = maxUses !== null && used >= maxUses
  return !isUsedUp && !(startsAt && startsAt > now) && !(endsAt && endsAt <= now)
}

/** @throws StoreError 'conflict' if the code exists, even on a coupon that has ended */
export async function addCoupon(db: Database, coupon: NewCoupon): Promise<CouponRow> {
  const [added] = await db
    .insert(coupons)
    .values({ ...coupon, createdAt: clock.now() })
    .onConflictDoNothing({ target: coupons.name })
    .returning()
  if (!added) throw new StoreError('conflict', `Coupon ${coupon.name} already exists`)
  return added
}

/**
 * Ends a coupon now. Orders that were placed with it keep their discount.
 *
 * @throws StoreError 'not_found', or 'not_allowed_now' if it has ended already
 */
export async function stopCoupon(db: Database, code: string): Promise<CouponRow> {
  const hasCode = eq(coupons.name, code.trim().toUpperCase())
  return db.transaction(async (tx) => {
    const [coupon] = await tx.select().from(coupons).where(hasCode).for('update')
    if (!coupon) throw new StoreError('not_found', `Coupon ${code} does not exist`)
    const now = clock.now()
    if (coupon.endsAt && coupon.endsAt <= now) {
      throw new StoreError('not_allowed_now', `Coupon ${coupon.name} has already ended`)
    }
    await tx.update(coupons).set({ endsAt: now }).where(hasCode)
    return { ...coupon, endsAt: now }
  })
}

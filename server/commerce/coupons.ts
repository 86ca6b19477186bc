import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'

import type { Coupon } from '#contract/cart.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import { couponDiscountOf } from '#contract/pricing.ts'
import type { Database } from '#server/database/client/connect.ts'
import { couponRedemptions, coupons } from '#server/database/schema/coupons.ts'
import { orders } from '#server/database/schema/orders.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

export type CouponRow = typeof coupons.$inferSelect

type PurchaseType = NonNullable<CouponRow['purchaseType']>

/** Who would use a coupon, and for what bag: goods of what price, bought in which way. */
type CouponUse = { userId: string; goods: Paise; purchaseType: PurchaseType }

/** The same for an unknown code as for one that is not meant for this shopper. */
const notApplicable = (sentence = 'Coupon not applicable') =>
  new StoreError('coupon_not_applicable', sentence)

/** A coupon by its id, or by its code in any letters. */
export async function findCoupon(db: Database, idOrCode: string): Promise<CouponRow> {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(or(eq(coupons.id, idOrCode), eq(coupons.name, idOrCode.trim().toUpperCase())))
  if (!coupon) throw notApplicable()
  return coupon
}

/** By its id alone: where guesses are not counted, codes cannot be tried. */
export async function readCoupon(db: Database, id: string): Promise<CouponRow> {
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, id))
  if (!coupon) throw notApplicable()
  return coupon
}

/** What a coupon takes off; a refusal with its reason where it may not be used. */
export async function computeDiscount(
  db: Database,
  coupon: CouponRow,
  { userId, goods, purchaseType }: CouponUse,
): Promise<Paise> {
  refuseExpired(coupon)
  if (coupon.purchaseType && coupon.purchaseType !== purchaseType) {
    throw notApplicable(`This coupon is for ${coupon.purchaseType} orders`)
  }
  if (goods < (coupon.minimumPurchasePaise ?? 0)) {
    throw notApplicable('Minimum purchase amount not met')
  }
  await refuseUsed(db, coupon, userId)
  const { discountType, amountPaise, basisPoints, discountUpToPaise } = coupon
  return couponDiscountOf(goods, {
    discountType,
    couponAmount: discountType === 'flat' ? (amountPaise ?? 0) : (basisPoints ?? 0) / 100,
    upTo: (discountUpToPaise ?? undefined) as Paise | undefined,
  })
}

function refuseExpired({ startsAt, endsAt }: CouponRow) {
  const now = clock.now()
  if (startsAt && startsAt > now) throw notApplicable()
  if (endsAt && endsAt <= now) throw notApplicable('This coupon has ended')
}

async function refuseUsed(db: Database, coupon: CouponRow, userId: string) {
  const { usesInAll, used, usesPerUser, isFirstOrderOnly } = coupon
  const { mine, waiting } = await readUses(db, coupon, userId)
  if (usesInAll !== null && used - waiting >= usesInAll)
    throw notApplicable('This coupon is used up')
  if (usesPerUser !== null && mine - waiting >= usesPerUser) {
    throw notApplicable('You have used this coupon already')
  }
  if (isFirstOrderOnly) {
    const before = and(
      eq(orders.userId, userId),
      eq(orders.state, 'placed'),
      ne(orders.status, 'Cancelled'),
    )
    const hadOne = (await db.$count(orders, before)) > 0 || (await hadAccount(db, userId))
    if (hadOne) {
      throw notApplicable('This coupon is for the first order only')
    }
  }
}

/** Theirs, also of an account with the same number that was erased. */
const isOf = (userId: string) => {
  const { phoneHash } = couponRedemptions
  const theirs = sql`(select u.phone_hash from users u where u.id = ${userId})`
  return or(eq(couponRedemptions.userId, userId), eq(phoneHash, theirs))
}

/** Whether an erased account of the same number has used a coupon: this order is not their first. */
async function hadAccount(db: Database, userId: string): Promise<boolean> {
  const former = and(
    isOf(userId),
    ne(couponRedemptions.userId, userId),
    isNull(couponRedemptions.releasedAt),
  )
  return (await db.$count(couponRedemptions, former)) > 0
}

/**
 * How often a user has used a coupon. An order of theirs that still waits for its payment gives its
 * use back when the next one is made, so it stands in nobody's way.
 */
async function readUses(db: Database, { id }: CouponRow, userId: string) {
  const [uses] = await db
    .select({
      mine: sql<number>`count(*)::int`,
      waiting: sql<number>`(count(*) filter (where ${orders.state} = 'awaiting_payment'))::int`,
    })
    .from(couponRedemptions)
    .leftJoin(orders, eq(orders.id, couponRedemptions.orderId))
    .where(
      and(eq(couponRedemptions.couponId, id), isOf(userId), isNull(couponRedemptions.releasedAt)),
    )
  return uses ?? { mine: 0, waiting: 0 }
}

/** Holds coupons, everybody in this order, where one use is given back and another taken at once. */
export async function lockCoupons(tx: Database, ids: string[]): Promise<void> {
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
export async function reuseCoupon(tx: Database, orderId: string): Promise<void> {
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
  const isForCustomer = and(ne(state, 'expired'), ne(status, 'Cancelled'))
  if ((await tx.$count(orders, and(isWithIt, isForCustomer))) < most) return
  throw new StoreError('coupon_not_applicable', 'This coupon was used meanwhile')
}

/** A coupon as customers see it. */
export function couponOf(row: typeof coupons.$inferSelect): Coupon {
  const { id, name, headline, tagline, minimumPurchasePaise, purchaseType } = row
  return {
    _id: id,
    name,
    headline: headline || null,
    tagline: tagline || null,
    minimumPurchase: toRupees((minimumPurchasePaise ?? 0) as Paise),
    ...(purchaseType ? { purchaseType } : {}),
  }
}

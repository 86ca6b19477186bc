import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'

import type { Paise } from '#contract/money.ts'
import { couponDiscountOf } from '#contract/pricing.ts'
import type { Database } from '#server/database/connect.ts'
import { couponRedemptions, coupons } from '#server/database/couponTables.ts'
import { orders } from '#server/database/orderTables.ts'
import { clock } from './clock.ts'
import { StoreError } from './storeError.ts'

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
export async function discountBy(
  db: Database,
  coupon: CouponRow,
  { userId, goods, purchaseType }: CouponUse,
): Promise<Paise> {
  refuseOutsideItsTime(coupon)
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

function refuseOutsideItsTime({ startsAt, endsAt }: CouponRow) {
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

import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'

import { type Coupon, purchaseTypeNames } from '#contract/cart/cart.ts'
import { type Paise, toRupees } from '#contract/values/money.ts'
import { couponDiscountOf } from '#contract/cart/pricing.ts'
import { cleanCouponCode } from '#contract/values/codes.ts'
import type { Database } from '#server/database/client/connect.ts'
import { couponRedemptions, coupons } from '#server/database/schema/carts.ts'
import { orders } from '#server/database/schema/orders.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'

export type CouponRow = typeof coupons.$inferSelect

type PurchaseType = NonNullable<CouponRow['purchaseType']>

/** A possible use of a coupon: the customer, the price of the goods and the purchase type. */
type CouponUse = { userId: string; goods: Paise; purchaseType: PurchaseType }

/**
 * An unknown code and a code that this customer cannot use get the same error, so that codes cannot
 * be guessed.
 */
const notApplicable = (sentence = 'Coupon not applicable') =>
  new StoreError('coupon_not_applicable', sentence)

/** Finds a coupon by its id or its code; the case of the code does not matter. */
export async function findCoupon(db: Database, idOrCode: string): Promise<CouponRow> {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(or(eq(coupons.id, idOrCode), eq(coupons.name, cleanCouponCode(idOrCode))))
  if (!coupon) throw notApplicable()
  return coupon
}

/** Reads the coupons on offer now, smallest minimum first. Some may have no uses left. */
export async function readListedCoupons(db: Database): Promise<CouponRow[]> {
  const now = clock.now()
  const { isListed, startsAt, endsAt, minimumPurchasePaise, name } = coupons
  return db
    .select()
    .from(coupons)
    .where(
      and(
        eq(isListed, true),
        or(isNull(startsAt), lte(startsAt, now)),
        or(isNull(endsAt), gt(endsAt, now)),
      ),
    )
    .orderBy(asc(minimumPurchasePaise), asc(name))
}

/**
 * Reads a coupon by its id only. Callers do not limit attempts, so codes must not be accepted here.
 */
export async function readCoupon(db: Database, id: string): Promise<CouponRow> {
  const [coupon] = await db.select().from(coupons).where(eq(coupons.id, id))
  if (!coupon) throw notApplicable()
  return coupon
}

/**
 * Computes the discount of a coupon.
 *
 * @throws StoreError 'coupon_not_applicable' with the reason for the customer
 */
export async function computeDiscount(
  db: Database,
  coupon: CouponRow,
  { userId, goods, purchaseType }: CouponUse,
): Promise<Paise> {
  requireOpen(coupon)
  if (coupon.purchaseType && coupon.purchaseType !== purchaseType) {
    throw notApplicable(`This coupon is for ${purchaseTypeNames[coupon.purchaseType]} orders`)
  }
  if (goods < (coupon.minimumPurchasePaise ?? 0)) {
    throw notApplicable('Minimum purchase amount not met')
  }
  await requireUsesLeft(db, coupon, userId)
  const { discountType, amountPaise, basisPoints, discountUpToPaise } = coupon
  return couponDiscountOf(goods, {
    discountType,
    couponAmount: discountType === 'flat' ? (amountPaise ?? 0) : (basisPoints ?? 0) / 100,
    upTo: (discountUpToPaise ?? undefined) as Paise | undefined,
  })
}

function requireOpen({ startsAt, endsAt }: CouponRow) {
  const now = clock.now()
  if (startsAt && startsAt > now) throw notApplicable()
  if (endsAt && endsAt <= now) throw notApplicable('This coupon has expired')
}

async function requireUsesLeft(db: Database, coupon: CouponRow, userId: string) {
  const { maxUses, used, maxUsesPerUser, isFirstOrderOnly } = coupon
  const { usesByUser, usesAwaitingPayment } = await readUses(db, coupon, userId)
  if (maxUses !== null && used - usesAwaitingPayment >= maxUses)
    throw notApplicable('This coupon is no longer available')
  if (maxUsesPerUser !== null && usesByUser - usesAwaitingPayment >= maxUsesPerUser) {
    throw notApplicable('You’ve already used this coupon')
  }
  if (isFirstOrderOnly) {
    const isEarlierOrder = and(
      eq(orders.userId, userId),
      eq(orders.checkoutStatus, 'completed'),
      ne(orders.status, 'Cancelled'),
    )
    const hasOrderedBefore =
      (await db.$count(orders, isEarlierOrder)) > 0 || (await hasRedeemedBeforeErasure(db, userId))
    if (hasOrderedBefore) {
      throw notApplicable('This coupon is valid on your first order only')
    }
  }
}

/**
 * Matches the redemptions of a user, including those of an erased account with the same phone
 * number.
 */
const isRedeemedBy = (userId: string) => {
  const { phoneHash } = couponRedemptions
  const phoneHashOfUser = sql`(select u.phone_hash from users u where u.id = ${userId})`
  return or(eq(couponRedemptions.userId, userId), eq(phoneHash, phoneHashOfUser))
}

/**
 * Whether an erased account with the same number has used a coupon, so that this is not the first
 * order.
 */
async function hasRedeemedBeforeErasure(db: Database, userId: string): Promise<boolean> {
  const redeemedByErasedAccount = and(
    isRedeemedBy(userId),
    ne(couponRedemptions.userId, userId),
    isNull(couponRedemptions.releasedAt),
  )
  return (await db.$count(couponRedemptions, redeemedByErasedAccount)) > 0
}

/**
 * Counts how often a user has used a coupon. `usesAwaitingPayment` counts orders that await payment: placing
 * the next order releases their use, so they do not block it.
 */
async function readUses(db: Database, { id }: CouponRow, userId: string) {
  const [uses] = await db
    .select({
      usesByUser: sql<number>`count(*)::int`,
      usesAwaitingPayment: sql<number>`(count(*) filter (where ${orders.checkoutStatus} = 'awaiting_payment'))::int`,
    })
    .from(couponRedemptions)
    .leftJoin(orders, eq(orders.id, couponRedemptions.orderId))
    .where(
      and(
        eq(couponRedemptions.couponId, id),
        isRedeemedBy(userId),
        isNull(couponRedemptions.releasedAt),
      ),
    )
  return uses ?? { usesByUser: 0, usesAwaitingPayment: 0 }
}

/**
 * Locks coupons in the order of their ids, so that two orders that swap coupons cannot deadlock.
 */
export async function lockCoupons(tx: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { id } = coupons
  await tx.select({ id }).from(coupons).where(inArray(id, ids)).orderBy(id).for('update')
}

/**
 * Releases the coupon of an order that was cancelled or has expired. A second call does nothing.
 */
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
 * Redeems the coupon again for an expired order that was paid after all, even if other customers
 * have used it up.
 *
 * @throws StoreError 'coupon_not_applicable' if this customer has used it up with another order
 * since
 */
export async function restoreRedemption(tx: Database, orderId: string): Promise<void> {
  const isOfOrder = eq(couponRedemptions.orderId, orderId)
  const [redemption] = await tx
    .select()
    .from(couponRedemptions)
    .where(and(isOfOrder, isNotNull(couponRedemptions.releasedAt)))
  if (!redemption) return
  const [coupon] = await tx
    .select()
    .from(coupons)
    .where(eq(coupons.id, redemption.couponId))
    .for('update')
  if (!coupon) return
  await requireUsesLeftForReuse(tx, coupon, redemption.userId)
  // The customer keeps the price that was paid. The redemption stays released, so that a
  // cancellation cannot return a use that was not counted.
  if (coupon.maxUses !== null && coupon.used >= coupon.maxUses) return
  await tx.update(couponRedemptions).set({ releasedAt: null }).where(isOfOrder)
  await tx
    .update(coupons)
    .set({ used: sql`${coupons.used} + 1` })
    .where(eq(coupons.id, coupon.id))
}

/**
 * Without this check, a coupon for one use could pay for several orders that were started before
 * and left unpaid.
 */
async function requireUsesLeftForReuse(
  tx: Database,
  coupon: typeof coupons.$inferSelect,
  userId: string,
) {
  const maxUses = coupon.isFirstOrderOnly ? 1 : coupon.maxUsesPerUser
  if (maxUses === null) return
  const { couponId, checkoutStatus, status } = orders
  const usesCoupon = and(eq(orders.userId, userId), eq(couponId, coupon.id))
  const isActiveOrder = and(ne(checkoutStatus, 'expired'), ne(status, 'Cancelled'))
  if ((await tx.$count(orders, and(usesCoupon, isActiveOrder))) < maxUses) return
  throw new StoreError('coupon_not_applicable', 'This coupon has already been used')
}

/** The discount of a coupon, in rupees or percent. */
export function couponTermsOf({
  discountType,
  amountPaise,
  basisPoints,
  discountUpToPaise,
}: CouponRow) {
  // Percentages are stored in basis points, with two decimals like paise, so both are converted
  // alike.
  const value = (discountType === 'flat' ? amountPaise : basisPoints) ?? 0
  return {
    discountType,
    couponAmount: toRupees(value as Paise),
    discountUpTo: discountUpToPaise === null ? null : toRupees(discountUpToPaise as Paise),
  }
}

/** Converts a row to the coupon that customers see. */
export function couponOf(row: CouponRow): Coupon {
  const { id, name, headline, tagline, minimumPurchasePaise, purchaseType } = row
  return {
    _id: id,
    name,
    ...couponTermsOf(row),
    headline: headline || null,
    tagline: tagline || null,
    minimumPurchase: toRupees((minimumPurchasePaise ?? 0) as Paise),
    ...(purchaseType ? { purchaseType } : {}),
  }
}

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
  const hasCode = eq(coupons.name, cleanCouponCode(code))
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

import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'

import type { AppliedCoupon, Coupon } from '#contract/coupon.ts'
import { minus, type Paise, toRupees } from '#contract/money.ts'
import { goodsTotal } from '#contract/pricing.ts'
import { carts } from '#server/database/cartTables.ts'
import { couponOf } from '#server/database/couponOf.ts'
import { coupons } from '#server/database/couponTables.ts'
import { cartLineOf, readBagLines } from '#server/database/readCart.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { type CouponRow, discountBy, findCoupon } from '#server/platform/couponTerms.ts'
import { StoreError } from '#server/platform/storeError.ts'

const rupees = (paise: number) => toRupees(paise as Paise)

/** The coupons that are shown to a user: open, listed, and not used up by them. */
export async function readOffers({ db, userId }: UserStore): Promise<Coupon[]> {
  const now = clock.now()
  const rows = await db
    .select()
    .from(coupons)
    .where(
      and(
        eq(coupons.isListed, true),
        or(isNull(coupons.startsAt), lte(coupons.startsAt, now)),
        or(isNull(coupons.endsAt), gt(coupons.endsAt, now)),
      ),
    )
    .orderBy(asc(coupons.minimumPurchasePaise), asc(coupons.name))
  const offered: Coupon[] = []
  for (const row of rows) {
    // As if it were the right bag: what is missing is said where the coupon is shown or tried.
    const { purchaseType } = row
    const goods = Number.MAX_SAFE_INTEGER as Paise
    const use = { userId, goods, purchaseType: purchaseType ?? 'Standard' }
    const isOpen = await discountBy(db, row, use).then(() => true, isRefusal)
    if (isOpen) offered.push(couponOf(row))
  }
  return offered
}

/** False where a coupon may not be used; anything else that goes wrong is thrown. */
function isRefusal(error: unknown): false {
  if (error instanceof StoreError && error.code === 'coupon_not_applicable') return false
  throw error
}

/** What a coupon would take off the bag. The lines that are named have to be the bag's own. */
export async function tryCoupon(
  { db, userId }: UserStore,
  { couponId, lineIds }: { couponId: string; lineIds: string[] },
): Promise<AppliedCoupon> {
  const lines = await readBagLines(db, userId)
  if (!lineIds.every((id) => lines.some((line) => line.id === id))) {
    throw new StoreError('invalid', 'Your bag has changed. Please load it again.')
  }
  const coupon = await findCoupon(db, couponId)
  const [cart] = await db.select().from(carts).where(eq(carts.userId, userId))
  const purchaseType = cart?.purchaseType ?? 'Standard'
  const baseAmount = goodsTotal(lines.map((line) => cartLineOf(line, purchaseType)))
  const discount = await discountBy(db, coupon, { userId, goods: baseAmount, purchaseType })
  return {
    appliedCoupon: couponOf(coupon),
    baseAmount: toRupees(baseAmount),
    couponAmount: rupees(worthOf(coupon)),
    discountUpTo: coupon.discountUpToPaise === null ? null : rupees(coupon.discountUpToPaise),
    discountedAmount: toRupees(minus(baseAmount, discount)),
    discountType: coupon.discountType,
  }
}

/** A percentage has two decimals as rupees have, so it travels alike. */
function worthOf({ discountType, amountPaise, basisPoints }: CouponRow): number {
  return (discountType === 'flat' ? amountPaise : basisPoints) ?? 0
}

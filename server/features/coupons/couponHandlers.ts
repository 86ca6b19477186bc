import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'

import type { AppliedCoupon, Coupon } from '#contract/cart.ts'
import { minus, type Paise, toRupees } from '#contract/money.ts'
import { goodsTotal } from '#contract/pricing.ts'
import { cartLineOf, readBagLines } from '#server/commerce/carts.ts'
import { couponOf, type CouponRow, computeDiscount, findCoupon } from '#server/commerce/coupons.ts'
import { carts } from '#server/database/schema/carts.ts'
import { coupons } from '#server/database/schema/coupons.ts'
import { type Handlers, ok, type CustomerStore } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'
import { clock } from '#server/platform/runtime/clock.ts'

type CouponDeps = { hasRateLimits: boolean }

/** So many codes that do not fit may be tried in so much time. */
const guesses = { most: 10, withinMs: 10 * 60 * 1000 }

/** Coupons: which there are, and what one takes off the bag. */
export function couponHandlers({ hasRateLimits }: CouponDeps): Handlers {
  const countMiss = async ({ db, userId }: CustomerStore) => {
    if (!hasRateLimits) return
    const sentence = 'Too many codes were tried. Please try again later.'
    await limitRate(db, { bucket: `coupon:${userId}`, ...guesses }, sentence)
  }

  return {
    readCoupons: async ({ store }) => ok({ result: { data: await readOffers(store) } }),

    tryCoupon: async ({ store, body: { couponId, checkout_items: items } }) => {
      try {
        const lineIds = items.map(({ _id }) => _id)
        const applied = await tryCoupon(store, { couponId, lineIds })
        return ok({ msg: 'Coupon applied successfully!', result: { data: applied } })
      } catch (error) {
        const isRefusal = error instanceof StoreError && error.code === 'coupon_not_applicable'
        if (!isRefusal) throw error
        await countMiss(store)
        return { success: false as const, msg: error.message }
      }
    },
  }
}

const rupees = (paise: number) => toRupees(paise as Paise)

/** The coupons that are shown to a user: open, listed, and not used up by them. */
async function readOffers({ db, userId }: CustomerStore): Promise<Coupon[]> {
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
    const isOpen = await computeDiscount(db, row, use).then(() => true, isRefusal)
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
async function tryCoupon(
  { db, userId }: CustomerStore,
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
  const discount = await computeDiscount(db, coupon, { userId, goods: baseAmount, purchaseType })
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

import { eq } from 'drizzle-orm'

import type { AppliedCoupon, Coupon } from '#contract/cart/cart.ts'
import { minus, type Paise, toRupees } from '#contract/values/money.ts'
import { goodsTotal } from '#contract/cart/pricing.ts'
import { cartLineOf, readCartLines } from '#server/commerce/carts.ts'
import {
  computeDiscount,
  couponOf,
  couponTermsOf,
  findCoupon,
  isCouponOpen,
  readListedCoupons,
} from '#server/commerce/coupons.ts'
import type { Database } from '#server/database/client/connect.ts'
import { carts } from '#server/database/schema/carts.ts'
import { type FeatureHandlers, ok, type CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { limitRate } from '#server/platform/limits/rateLimits.ts'

type CouponDeps = { hasRateLimits: boolean }

/** Maximum number of invalid coupon codes in a period. */
const invalidCodeLimit = { max: 10, withinMs: 10 * 60 * 1000 }

/** Lists coupons and computes the discount of one for the cart. */
export function couponHandlers({ hasRateLimits }: CouponDeps) {
  const countInvalidCode = async ({ db, userId }: CustomerContext) => {
    if (!hasRateLimits) return
    const sentence = 'You’ve tried too many coupon codes. Please try again later.'
    await limitRate(db, { bucket: `coupon:${userId}`, ...invalidCodeLimit }, sentence)
  }

  return {
    readOpenCoupons: async ({ db }) => ok({ result: { data: await readOpenCoupons(db) } }),

    readCoupons: async ({ customer }) =>
      ok({ result: { data: await readAvailableCoupons(customer) } }),

    tryCoupon: async ({ customer, body: { couponId, checkout_items: items } }) => {
      try {
        const lineIds = items.map(({ _id }) => _id)
        const applied = await tryCoupon(customer, { couponId, lineIds })
        return ok({ msg: 'Coupon applied successfully!', result: { data: applied } })
      } catch (error) {
        const isRefusal = error instanceof StoreError && error.code === 'coupon_not_applicable'
        if (!isRefusal) throw error
        await countInvalidCode(customer)
        return { success: false as const, msg: error.message }
      }
    },
  } satisfies FeatureHandlers
}

/** Reads the coupons that are shown to everybody: listed, valid now, and with uses left. */
async function readOpenCoupons(db: Database): Promise<Coupon[]> {
  return (await readListedCoupons(db)).filter(isCouponOpen).map(couponOf)
}

/**
 * Reads the coupons that this customer can still use. Minimum purchase and purchase type are not
 * checked: the coupon itself shows them.
 */
async function readAvailableCoupons({ db, userId }: CustomerContext): Promise<Coupon[]> {
  const offers: Coupon[] = []
  for (const row of await readListedCoupons(db)) {
    const { purchaseType } = row
    const goods = Number.MAX_SAFE_INTEGER as Paise
    const use = { userId, goods, purchaseType: purchaseType ?? 'Standard' }
    const isOpen = await computeDiscount(db, row, use).then(() => true, falseIfNotApplicable)
    if (isOpen) offers.push(couponOf(row))
  }
  return offers
}

/** Returns false if a coupon cannot be used; rethrows any other error. */
function falseIfNotApplicable(error: unknown): false {
  if (error instanceof StoreError && error.code === 'coupon_not_applicable') return false
  throw error
}

/** Computes the discount of a coupon for the cart. All named lines must be in the cart. */
async function tryCoupon(
  customer: CustomerContext,
  { couponId, lineIds }: { couponId: string; lineIds: string[] },
): Promise<AppliedCoupon> {
  const { db, userId } = customer
  const lines = await readCartLines(customer)
  if (!lineIds.every((id) => lines.some((line) => line.id === id))) {
    throw new StoreError('invalid', 'Your bag has changed. Please refresh the page.')
  }
  const coupon = await findCoupon(db, couponId)
  const [cart] = await db.select().from(carts).where(eq(carts.userId, userId))
  const purchaseType = cart?.purchaseType ?? 'Standard'
  const baseAmount = goodsTotal(lines.map((line) => cartLineOf(line, purchaseType)))
  const discount = await computeDiscount(db, coupon, { userId, goods: baseAmount, purchaseType })
  return {
    ...couponTermsOf(coupon),
    appliedCoupon: couponOf(coupon),
    baseAmount: toRupees(baseAmount),
    discountedAmount: toRupees(minus(baseAmount, discount)),
  }
}

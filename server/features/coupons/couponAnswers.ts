import { type Answers, ok, type UserStore } from '#server/platform/answers.ts'
import { limitRate } from '#server/platform/limitRate.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { readOffers, tryCoupon } from './couponOffers.ts'

type CouponOutside = { hasRateLimits: boolean }

/** So many codes that do not fit may be tried in so much time. */
const guesses = { most: 10, withinMs: 10 * 60 * 1000 }

/** Coupons: which there are, and what one takes off the bag. */
export function couponAnswers({ hasRateLimits }: CouponOutside): Answers {
  const countMiss = async ({ db, userId }: UserStore) => {
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

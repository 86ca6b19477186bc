import type { Coupon } from '#contract/coupon.ts'
import { type Paise, toRupees } from '#contract/money.ts'
import type { coupons } from './couponTables.ts'

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

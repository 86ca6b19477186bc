import { useAtom, useAtomValue } from 'jotai'
import useSWR from 'swr'
import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import {
  AppliedCoupon,
  type CartLine,
  type Coupon,
  CouponsReply,
  type PurchaseType,
  TryCouponReply,
} from '#contract/cart.ts'
import { noPaise, type Paise, toPaise } from '#contract/money.ts'
import { couponDiscountOf, goodsTotal } from '#contract/pricing.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { request, send } from '#platform/api/http.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

const SavedCoupon = v.object({
  applied: v.nullable(AppliedCoupon),
  /** Taken off by hand: whatever the store still has of it does not come back by itself. */
  isRemoved: v.boolean(),
})

export const couponAtom = persistedAtom('coupon', SavedCoupon, { applied: null, isRemoved: false })

/** What an applied coupon takes off the bag as it is now; nothing where it does not fit. */
export function couponDiscount(coupon: AppliedCoupon, bag: CouponBag): Paise {
  const { appliedCoupon, discountType, couponAmount, discountUpTo } = coupon
  if (couponProblem(appliedCoupon, bag)) return noPaise
  return couponDiscountOf(bag.goods, {
    discountType,
    couponAmount: discountType === 'flat' ? toPaise(couponAmount) : couponAmount,
    upTo: discountUpTo === null ? undefined : toPaise(discountUpTo),
  })
}

type Bag = {
  lines: CartLine[]
  /** The coupon that the server keeps with the bag. */
  stored: { _id: string; name: string } | undefined
}

/** The coupon of the bag: which one counts, what it takes off, and the ways to change that. */
export function useCoupon({ lines, stored }: Bag) {
  const userId = useAtomValue(userIdAtom)
  const [{ applied, isRemoved }, setCoupon] = useAtom(couponAtom)
  const purchaseType = lines[0]?.purchaseType ?? 'Standard'
  const bag: CouponBag = { goods: goodsTotal(lines), purchaseType }
  const lineIds = lines.map(({ _id }) => _id)
  const unknownId = applied || isRemoved ? undefined : stored?._id

  // After a reload on another device: the server knows which coupon, not yet what it takes off.
  useSWR(
    userId && unknownId && lines.length > 0 ? ['coupon', userId, unknownId] : null,
    ([, , id]) => tryCoupon(id, lineIds),
    {
      onSuccess: (answer) => {
        if ('applied' in answer) void setCoupon(() => ({ ...answer, isRemoved: false }))
      },
    },
  )

  const discount = applied ? couponDiscount(applied, bag) : noPaise
  return {
    name: applied?.appliedCoupon.name,
    discount,
    /** What the coupons are measured by. */
    bag,
    /** Why the applied one takes nothing off. */
    problem: applied ? couponProblem(applied.appliedCoupon, bag) : undefined,
    /** Sent with the bag; none where it takes nothing off. */
    couponId: applied && discount > 0 ? applied.appliedCoupon._id : undefined,
    /** Gives the reason where the coupon does not apply. */
    apply: async (code: string): Promise<string | undefined> => {
      try {
        const answer = await tryCoupon(code, lineIds)
        if ('refusal' in answer) return answer.refusal
        await setCoupon(() => ({ applied: answer.applied, isRemoved: false }))
        return undefined
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return error.msg ?? 'Failed to apply coupon'
      }
    },
    /** After an order: the next bag begins without any. */
    forget: () => void setCoupon(() => ({ applied: null, isRemoved: false })),
    remove: () => void setCoupon(() => ({ applied: null, isRemoved: true })),
  }
}

export async function readCoupons(): Promise<Coupon[]> {
  const { result } = await send(CouponsReply, request(calls.readCoupons))
  return result.data
}

/** What the coupon does for these lines, or the store's words why it does nothing. */
async function tryCoupon(
  couponId: string,
  lineIds: string[],
): Promise<{ applied: AppliedCoupon } | { refusal: string }> {
  const json = { couponId, checkout_items: lineIds.map((_id) => ({ _id })) }
  const answer = await send(TryCouponReply, request(calls.tryCoupon, { json }))
  return answer.success
    ? { applied: answer.result.data }
    : { refusal: answer.msg || 'Coupon not applicable' }
}

/** What a coupon asks about a bag: its goods without charges, and how it is bought. */
export type CouponBag = { goods: Paise; purchaseType: PurchaseType }

/** Why a coupon does not fit a bag as it is now, in the words in which the store refuses it. */
export function couponProblem(coupon: Coupon, { goods, purchaseType }: CouponBag) {
  if (coupon.purchaseType && coupon.purchaseType !== purchaseType) {
    return `This coupon is for ${coupon.purchaseType} orders`
  }
  if (goods < toPaise(coupon.minimumPurchase)) return 'Minimum purchase amount not met'
  return undefined
}

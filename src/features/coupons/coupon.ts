import { useAtom, useAtomValue } from 'jotai'
import useSWR from 'swr'
import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import {
  AppliedCoupon,
  type CartLine,
  type Coupon,
  CouponsResponse,
  type PurchaseType,
  purchaseTypeNames,
  TryCouponResponse,
} from '#contract/cart/cart.ts'
import { minus, noPaise, type Paise, toPaise } from '#contract/values/money.ts'
import { couponDiscountOf, goodsTotal } from '#contract/cart/pricing.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

const SavedCoupon = v.object({
  applied: v.nullable(AppliedCoupon),
  /** Set when the shopper removed the coupon: the server's copy is then ignored. */
  isRemoved: v.boolean(),
})

export const couponAtom = persistedAtom('coupon', SavedCoupon, { applied: null, isRemoved: false })

/** The discount of the applied coupon on the current bag; zero where it does not apply. */
export function couponDiscount(coupon: AppliedCoupon, cart: CouponCart): Paise {
  const { appliedCoupon, discountType, couponAmount, discountUpTo } = coupon
  return savingOf({ ...appliedCoupon, discountType, couponAmount, discountUpTo }, cart)
}

type CartCoupon = {
  lines: CartLine[]
  /** The coupon stored with the bag on the server. */
  stored: { _id: string; name: string } | undefined
}

/** The coupon of the bag, its discount, and the ways to change it. */
export function useCoupon({ lines, stored }: CartCoupon) {
  const userId = useAtomValue(userIdAtom)
  const [{ applied, isRemoved }, setCoupon] = useAtom(couponAtom)
  const purchaseType = lines[0]?.purchaseType ?? 'Standard'
  const cart: CouponCart = { goods: goodsTotal(lines), purchaseType }
  const lineIds = lines.map(({ _id }) => _id)
  // What the device has stored comes first: it may say that the coupon was removed.
  const isKnown = useAtomValue(couponAtom.isReadAtom)
  const unknownId = !isKnown || applied || isRemoved ? undefined : stored?._id

  // On another device only the coupon's id is known, not its discount.
  useSWR(
    userId && unknownId && lines.length > 0 ? ['coupon', userId, unknownId] : null,
    ([, , id]) => tryCoupon(id, lineIds),
    {
      onSuccess: (result) => {
        // The shopper may have removed it, or applied another one, in the meantime.
        if ('applied' in result)
          void setCoupon((now) => (now.isRemoved || now.applied ? now : { ...now, ...result }))
      },
    },
  )

  const discount = applied ? couponDiscount(applied, cart) : noPaise
  return {
    name: applied?.appliedCoupon.name,
    discount,
    /** The bag that coupons are checked against. */
    cart,
    /** Why the applied coupon gives no discount. */
    problem: applied ? couponProblem(applied.appliedCoupon, cart) : undefined,
    /** The coupon to send with the order; undefined where it gives no discount. */
    couponId: applied && discount > 0 ? applied.appliedCoupon._id : undefined,
    /** Returns the reason if the coupon does not apply. */
    apply: async (code: string): Promise<string | undefined> => {
      try {
        const result = await tryCoupon(code, lineIds)
        if ('refusal' in result) return result.refusal
        await setCoupon(() => ({ applied: result.applied, isRemoved: false }))
        return undefined
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return error.msg ?? 'Failed to apply coupon'
      }
    },
    /** After an order the next bag starts without a coupon. */
    forget: () => void setCoupon(() => ({ applied: null, isRemoved: false })),
    remove: () => void setCoupon(() => ({ applied: null, isRemoved: true })),
  }
}

export const couponsKey = (userId: string | undefined) => ['coupons', userId] as const

/** Reads the coupons that a customer can use; for a guest, those on offer to everybody. */
export async function readCoupons(userId: string | undefined): Promise<Coupon[]> {
  const call = userId ? calls.readCoupons : calls.readOpenCoupons
  const { result } = await parseResponse(CouponsResponse, request(call))
  return result.data
}

export type CouponOffer = {
  coupon: Coupon
  /** Why it does not apply to the bag. */
  problem: string | undefined
  /** The discount on the bag. */
  saving: Paise
  /** How much the bag is below the minimum purchase; zero once it is reached. */
  shortfall: Paise
  /** Whether no other coupon saves more. */
  isBest: boolean
}

/** The coupons for a bag: those that apply by their saving, then those that need the least more. */
export function couponOffers(coupons: Coupon[], cart: CouponCart): CouponOffer[] {
  const offers = coupons
    .map((coupon) => ({
      coupon,
      problem: couponProblem(coupon, cart),
      saving: savingOf(coupon, cart),
      shortfall: shortfallOf(coupon, cart),
      isBest: false,
    }))
    .sort((a, b) => rankOf(a) - rankOf(b) || b.saving - a.saving || a.shortfall - b.shortfall)
  const [best] = offers
  return best && best.saving > 0 ? [{ ...best, isBest: true }, ...offers.slice(1)] : offers
}

/** Zero for a coupon for another delivery option, because adding items would not make it apply. */
function shortfallOf(coupon: Coupon, cart: CouponCart): Paise {
  if (isForOtherDelivery(coupon, cart)) return noPaise
  return Math.max(noPaise, minus(toPaise(coupon.minimumPurchase), cart.goods)) as Paise
}

/** Coupons for another delivery option come last. */
const rankOf = ({ problem, shortfall }: Pick<CouponOffer, 'problem' | 'shortfall'>) =>
  problem === undefined ? 0 : shortfall > 0 ? 1 : 2

function savingOf(coupon: Coupon, cart: CouponCart): Paise {
  const { discountType, couponAmount, discountUpTo } = coupon
  // A server of an older version does not send the discount of a coupon.
  if (!discountType || couponAmount === undefined || couponProblem(coupon, cart)) return noPaise
  return couponDiscountOf(cart.goods, {
    discountType,
    couponAmount: discountType === 'flat' ? toPaise(couponAmount) : couponAmount,
    upTo: discountUpTo === null || discountUpTo === undefined ? undefined : toPaise(discountUpTo),
  })
}

/** Checks a coupon for these lines; returns the server's reason if it does not apply. */
async function tryCoupon(
  couponId: string,
  lineIds: string[],
): Promise<{ applied: AppliedCoupon } | { refusal: string }> {
  const json = { couponId, checkout_items: lineIds.map((_id) => ({ _id })) }
  const response = await parseResponse(TryCouponResponse, request(calls.tryCoupon, { json }))
  return response.success
    ? { applied: response.result.data }
    : { refusal: response.msg || 'Coupon not applicable' }
}

/**
 * The parts of a bag that coupons depend on: the goods without charges, and the delivery option.
 */
export type CouponCart = { goods: Paise; purchaseType: PurchaseType }

/** Why a coupon does not apply to the current bag, in the server's words. */
function couponProblem(coupon: Coupon, { goods, purchaseType }: CouponCart) {
  if (coupon.purchaseType && isForOtherDelivery(coupon, { purchaseType })) {
    return `This coupon is for ${purchaseTypeNames[coupon.purchaseType]} orders`
  }
  if (goods < toPaise(coupon.minimumPurchase)) return 'Minimum purchase amount not met'
  return undefined
}

const isForOtherDelivery = (coupon: Coupon, { purchaseType }: Pick<CouponCart, 'purchaseType'>) =>
  coupon.purchaseType !== undefined && coupon.purchaseType !== purchaseType

import { calls } from '#contract/api/calls.ts'
import { type AppliedCoupon, type Coupon, CouponsReply, TryCouponReply } from '#contract/cart.ts'
import { request, send } from '#platform/api/http.ts'

export async function readCoupons(): Promise<Coupon[]> {
  const { result } = await send(CouponsReply, request(calls.readCoupons))
  return result.data
}

/** What the coupon does for these lines, or the store's words why it does nothing. */
export async function tryCoupon(
  couponId: string,
  lineIds: string[],
): Promise<{ applied: AppliedCoupon } | { refusal: string }> {
  const json = { couponId, checkout_items: lineIds.map((_id) => ({ _id })) }
  const answer = await send(TryCouponReply, request(calls.tryCoupon, { json }))
  return answer.success
    ? { applied: answer.result.data }
    : { refusal: answer.msg || 'Coupon not applicable' }
}

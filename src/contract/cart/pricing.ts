import {
  type AmountDetails,
  minus,
  noPaise,
  type Paise,
  sum,
  times,
  toPaise,
} from '#contract/values/money.ts'
import type { CartLine } from './cart.ts'

export type Charges = { couponDiscount: Paise; trialCharges: Paise; shipping: Paise }

type PricedLine = Pick<CartLine, 'quantity'> & {
  productId: Pick<CartLine['productId'], 'mrp' | 'discountedPrice'>
}

/** The order summary. The page shows it; the server calculates it again and trusts only that. */
export function summaryOf(
  lines: PricedLine[],
  { couponDiscount, trialCharges, shipping }: Charges,
) {
  const mrpTotal = sum(lines.map((line) => times(toPaise(line.productId.mrp), line.quantity)))
  const goods = goodsTotal(lines)
  return {
    mrpTotal,
    mrpDiscount: minus(mrpTotal, goods),
    couponDiscount,
    trialCharges,
    shipping,
    total: sum([minus(goods, couponDiscount), trialCharges, shipping]),
  }
}
export type Summary = ReturnType<typeof summaryOf>

/** The total of the lines at today's prices, before coupon and charges. */
export function goodsTotal(lines: PricedLine[]): Paise {
  return sum(lines.map((line) => times(toPaise(line.productId.discountedPrice), line.quantity)))
}

/** The same summary as the amounts of an order. */
export function amountDetailsOf(lines: PricedLine[], charges: Charges): AmountDetails {
  const baseAmount = goodsTotal(lines)
  return {
    isCouponApplied: charges.couponDiscount > 0,
    baseAmount,
    discountedAmount: minus(baseAmount, charges.couponDiscount),
    trialCharges: charges.trialCharges,
    shippingCharges: charges.shipping,
    finalAmount: summaryOf(lines, charges).total,
  }
}

type CouponTerms = {
  discountType: 'flat' | 'percentage'
  /** Paise for a flat coupon; percent with up to two decimals for a percentage coupon. */
  couponAmount: number
  /** Maximum discount of a percentage coupon. */
  upTo?: Paise | undefined
}

/** The discount of a coupon on `goods`: percentages round down, and it never exceeds the goods. */
export function couponDiscountOf(goods: Paise, terms: CouponTerms): Paise {
  const { discountType, couponAmount, upTo } = terms
  // In whole basis points: 1.13 percent has no exact binary fraction and would lose a paisa.
  const basisPoints = Math.round(couponAmount * 100)
  const fullDiscount =
    discountType === 'flat' ? couponAmount : Math.floor((goods * basisPoints) / 10_000)
  return Math.max(noPaise, Math.min(fullDiscount, upTo ?? fullDiscount, goods)) as Paise
}

/**
 * Allocates `total` in proportion to `weights` in whole paise, by the largest remainder method: the
 * parts add up to exactly `total`, and none exceeds its weight unless `total` exceeds their sum.
 */
export function allocate(total: Paise, weights: Paise[]): Paise[] {
  const whole = sum(weights)
  if (whole === 0) return weights.map(() => noPaise)

  const exact = weights.map((weight) => (BigInt(total) * BigInt(weight)) / BigInt(whole))
  const remainders = weights.map((weight) => (BigInt(total) * BigInt(weight)) % BigInt(whole))
  const left = total - Number(exact.reduce((a, b) => a + b, 0n))
  const byRemainder = weights
    .map((_, index) => index)
    // The sort is stable, so the first of equal remainders stays first.
    .sort((a, b) => Number((remainders[b] ?? 0n) - (remainders[a] ?? 0n)))
  const roundedUp = new Set(byRemainder.slice(0, left))
  return exact.map((part, index) => (Number(part) + (roundedUp.has(index) ? 1 : 0)) as Paise)
}

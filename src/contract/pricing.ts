import { type AmountDetails, minus, noPaise, type Paise, sum, times, toPaise } from './money.ts'
import type { CartLine } from './cart.ts'

export type Charges = { couponDiscount: Paise; trialCharges: Paise; shipping: Paise }

type PricedLine = Pick<CartLine, 'quantity'> & {
  productId: Pick<CartLine['productId'], 'mrp' | 'discountedPrice'>
}

/** The order summary. The page shows it; the server works it out again and trusts only that. */
export function summaryOf(
  lines: PricedLine[],
  { couponDiscount, trialCharges, shipping }: Charges,
) {
  const bagAmount = sum(lines.map((line) => times(toPaise(line.productId.mrp), line.quantity)))
  const goods = goodsTotal(lines)
  return {
    bagAmount,
    mrpDiscount: minus(bagAmount, goods),
    couponDiscount,
    trialCharges,
    shipping,
    total: sum([minus(goods, couponDiscount), trialCharges, shipping]),
  }
}
export type Summary = ReturnType<typeof summaryOf>

/** What the lines cost at today's prices, before coupon and charges. */
export function goodsTotal(lines: PricedLine[]): Paise {
  return sum(lines.map((line) => times(toPaise(line.productId.discountedPrice), line.quantity)))
}

/** The same summary in the words of an order. */
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
  /** Paise for a flat coupon; percent with up to two decimals for the other. */
  couponAmount: number
  /** The most that a percentage takes off. */
  upTo?: Paise | undefined
}

/** What a coupon takes off `goods`: percentages round down, and never more than there is. */
export function couponDiscountOf(goods: Paise, terms: CouponTerms): Paise {
  const { discountType, couponAmount, upTo } = terms
  // In whole basis points: 1.13 percent has no exact binary fraction, and would lose a paisa.
  const basisPoints = Math.round(couponAmount * 100)
  const wanted = discountType === 'flat' ? couponAmount : Math.floor((goods * basisPoints) / 10_000)
  return Math.max(noPaise, Math.min(wanted, upTo ?? wanted, goods)) as Paise
}

/**
 * `total` divided over `weights` in whole paise, by the largest remainder: the parts add up to
 * exactly `total`, and none is above its weight where `total` is not above their sum.
 */
export function allocate(total: Paise, weights: Paise[]): Paise[] {
  const whole = sum(weights)
  if (whole === 0) return weights.map(() => noPaise)

  const exact = weights.map((weight) => (BigInt(total) * BigInt(weight)) / BigInt(whole))
  const remainders = weights.map((weight) => (BigInt(total) * BigInt(weight)) % BigInt(whole))
  const left = total - Number(exact.reduce((a, b) => a + b, 0n))
  const byRemainder = weights
    .map((_, index) => index)
    // A stable sort: of equal remainders the first stays first.
    .sort((a, b) => Number((remainders[b] ?? 0n) - (remainders[a] ?? 0n)))
  const lucky = new Set(byRemainder.slice(0, left))
  return exact.map((part, index) => (Number(part) + (lucky.has(index) ? 1 : 0)) as Paise)
}

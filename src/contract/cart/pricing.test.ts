import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { aCartLine, aProduct, paise, rupees } from '#tests/support/shopper/builders.ts'
import { noPaise, type Paise, sum } from '#contract/values/money.ts'
import { amountDetailsOf, couponDiscountOf, goodsTotal, allocate, summaryOf } from './pricing.ts'

const noCharges = { couponDiscount: noPaise, trialCharges: noPaise, shipping: noPaise }
const charges = {
  couponDiscount: paise(100_00),
  trialCharges: paise(49_00),
  shipping: paise(30_00),
}
const kurta = aProduct({ mrp: rupees(1599), discountedPrice: rupees(799.5) })
const twoKurtas = [aCartLine({ productId: kurta, quantity: 2 })]

const anAmount = fc.integer({ min: 0, max: 1_000_000_00 }).map((amount) => amount as Paise)

describe('the order summary', () => {
  test('shows MRP, discount and total for the quantity [checkout.2]', () => {
    expect(summaryOf(twoKurtas, noCharges)).toEqual({
      mrpTotal: 3198_00,
      mrpDiscount: 1599_00,
      couponDiscount: 0,
      trialCharges: 0,
      shipping: 0,
      total: 1599_00,
    })
  })

  test('subtracts the coupon and adds the charges [checkout.3]', () => {
    expect(summaryOf(twoKurtas, charges).total).toBe(1578_00)
  })

  test('is zero for an empty bag', () => {
    expect(summaryOf([], noCharges).total).toBe(0)
  })

  test('has whole paise', () => {
    const odd = aProduct({ mrp: rupees(0.29), discountedPrice: rupees(0.07) })
    const lines = [aCartLine({ productId: odd, quantity: 3 })]

    expect(summaryOf(lines, noCharges)).toMatchObject({ mrpTotal: 87, mrpDiscount: 66, total: 21 })
  })

  test('equals the amounts of an order [api.6]', () => {
    expect(amountDetailsOf(twoKurtas, charges)).toEqual({
      isCouponApplied: true,
      baseAmount: 1599_00,
      discountedAmount: 1499_00,
      trialCharges: 49_00,
      shippingCharges: 30_00,
      finalAmount: 1578_00,
    })
    expect(amountDetailsOf(twoKurtas, noCharges)).toMatchObject({
      isCouponApplied: false,
      discountedAmount: goodsTotal(twoKurtas),
    })
  })
})

describe('the discount of a coupon', () => {
  test.each([
    ['a flat amount', { discountType: 'flat', couponAmount: 600_00 }, 2999_00, 600_00],
    ['never more than the goods', { discountType: 'flat', couponAmount: 600_00 }, 400_00, 400_00],
    ['zero for goods without a price', { discountType: 'flat', couponAmount: 600_00 }, 0, 0],
    ['a percentage', { discountType: 'percentage', couponAmount: 20 }, 1000_00, 200_00],
    ['rounded down', { discountType: 'percentage', couponAmount: 10 }, 99, 9],
    [
      'exact for a fraction of a percent',
      { discountType: 'percentage', couponAmount: 1.13 },
      1000_00,
      11_30,
    ],
    [
      'up to its limit',
      { discountType: 'percentage', couponAmount: 20, upTo: paise(150_00) },
      1000_00,
      150_00,
    ],
    ['the full price', { discountType: 'percentage', couponAmount: 100 }, 999_00, 999_00],
  ] as const)('is %s', (...[, terms, goods, discount]) => {
    expect(couponDiscountOf(paise(goods), terms)).toBe(discount)
  })

  test('is in whole paise, from 0 to the price of the goods', () => {
    const aCoupon = fc.record({
      discountType: fc.constantFrom('flat' as const, 'percentage' as const),
      couponAmount: fc.integer({ min: 0, max: 100 }),
      upTo: fc.option(anAmount, { nil: undefined }),
    })

    fc.assert(
      fc.property(anAmount, aCoupon, (goods, terms) => {
        const discount = couponDiscountOf(goods, terms)
        expect(Number.isInteger(discount)).toBe(true)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(Math.min(goods, terms.upTo ?? goods))
      }),
    )
  })
})

describe('dividing an amount', () => {
  test('gives the odd paise to the largest remainders, the first of equals first', () => {
    expect(allocate(paise(100), [paise(1), paise(1), paise(1)])).toEqual([34, 33, 33])
    expect(allocate(paise(10), [paise(66), paise(33)])).toEqual([7, 3])
    expect(allocate(paise(2), [paise(10), paise(11), paise(10)])).toEqual([1, 1, 0])
    expect(allocate(paise(1), [paise(10), paise(10), paise(11)])).toEqual([0, 0, 1])
    expect(allocate(paise(4), [paise(2), paise(3)])).toEqual([2, 2])
  })

  test('returns nothing for no lines, and zeros for zero weights', () => {
    expect(allocate(paise(100), [])).toEqual([])
    expect(allocate(paise(100), [noPaise, noPaise])).toEqual([0, 0])
  })

  test('adds up exactly, each share within one paisa of its exact value', () => {
    const weights = fc.array(anAmount, { minLength: 1, maxLength: 60 })

    fc.assert(
      fc.property(anAmount, weights, (total, weigh) => {
        fc.pre(sum(weigh) > 0)
        const parts = allocate(total, weigh)
        expect(sum(parts)).toBe(total)
        parts.forEach((part, at) => {
          const exact = (total * (weigh[at] ?? 0)) / sum(weigh)
          expect(Math.abs(part - exact)).toBeLessThan(1.000001)
        })
      }),
    )
  })

  test('never gives a line more than it costs [order.11]', () => {
    const weights = fc.array(anAmount, { minLength: 1, maxLength: 60 })

    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (weigh, part) => {
        const total = Math.floor(sum(weigh) * part) as Paise
        const parts = allocate(total, weigh)
        expect(parts.every((share, at) => share <= (weigh[at] ?? 0))).toBe(true)
      }),
    )
  })
})

import { minus, sum, times } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import type { Summary } from '#contract/pricing.ts'

/** What an order cost, in the lines of the bag's own sum. */
export function summaryOfOrder({ products, amountDetails }: Order): Summary {
  const { baseAmount, discountedAmount, trialCharges, shippingCharges, finalAmount } = amountDetails
  const bagAmount = sum(products.map(({ mrp, quantity }) => times(mrp, quantity)))
  return {
    bagAmount,
    mrpDiscount: minus(bagAmount, baseAmount),
    couponDiscount: minus(baseAmount, discountedAmount),
    trialCharges,
    shipping: shippingCharges,
    total: finalAmount,
  }
}

import { shippingRead, standardTermsRead, tryAndBuyTermsRead } from '#contract/api/reads.ts'
import type { CartLine, PurchaseType } from '#contract/cart/cart.ts'
import { trialSizesOf } from '#contract/catalogue/stock.ts'
import { tryAndBuyObstacle } from '#contract/cart/tryAndBuy.ts'
import { noPaise, noRupees, type Paise, toPaise } from '#contract/values/money.ts'
import { summaryOf } from '#contract/cart/pricing.ts'
import { useOptionalReadState, useOptionalRead } from '#platform/api/reads/reads.ts'
import type { DeliveryOption } from './delivery/DeliveryOptionPicker.tsx'

/** Whether charges and terms are still loading. */
export function useAreDeliveryOptionsLoading(): boolean {
  const reads = [
    useOptionalReadState(shippingRead),
    useOptionalReadState(standardTermsRead),
    useOptionalReadState(tryAndBuyTermsRead),
  ]
  return reads.some(({ isLoading }) => isLoading)
}

/** Charges and terms of both delivery options; a charge that cannot be read counts as zero. */
function useDeliveryOptions(): Record<PurchaseType, DeliveryOption & { shipping: Paise }> {
  const charges = useOptionalRead(shippingRead)?.result ?? []
  const standard = useOptionalRead(standardTermsRead)?.result
  const trial = useOptionalRead(tryAndBuyTermsRead)?.result
  const shippingOf = (purchaseType: PurchaseType) =>
    charges.find(({ shippingType }) => shippingType === purchaseType)?.chargeAmount ?? noRupees

  return {
    Standard: {
      purchaseType: 'Standard',
      charge: shippingOf('Standard'),
      shipping: toPaise(shippingOf('Standard')),
      conditions: standard?.conditions,
    },
    'Try and Buy': {
      purchaseType: 'Try and Buy',
      charge: trial?.chargeAmount ?? noRupees,
      shipping: toPaise(shippingOf('Try and Buy')),
      conditions: trial?.conditions,
    },
  }
}

/**
 * The summary of the bag, for its own delivery option unless another is given. The server
 * calculates it again.
 */
export function useSummary(
  lines: CartLine[],
  couponDiscount: Paise,
  purchaseType: PurchaseType = lines[0]?.purchaseType ?? 'Standard',
) {
  const deliveryOptions = useDeliveryOptions()
  const isTrial = purchaseType === 'Try and Buy'
  const trialCharges = isTrial ? toPaise(deliveryOptions[purchaseType].charge) : noPaise
  const { shipping } = deliveryOptions[purchaseType]
  return {
    summary: summaryOf(lines, { couponDiscount, trialCharges, shipping }),
    deliveryOptions,
  }
}

/** Whether the line needs more items than are in stock. */
export const exceedsStock = ({ productId: { stock }, size, quantity }: CartLine): boolean =>
  (stock[size] ?? 0) < quantity

/**
 * The first reason why the bag cannot be ordered. Checked after address and login, before the
 * receiver.
 */
export function proceedProblem(
  lines: CartLine[],
  chosen: PurchaseType | undefined,
): string | undefined {
  if (lines.some(exceedsStock)) return 'Some products are out of stock'
  if (!chosen) return 'Please select Try and Buy or Standard Delivery option'
  if (lines.some(lacksTrialSize)) return 'Please select trial size for every product'
  return undefined
}

function lacksTrialSize({ purchaseType, productId, size, trialSize }: CartLine): boolean {
  if (purchaseType === 'Standard') return false
  return !trialSize || !trialSizesOf(productId, size).includes(trialSize)
}

/** Why Try & Buy is not available for a bag, naming the item or brand. */
export function tryAndBuyProblem(lines: CartLine[]): string | undefined {
  // A brand without trials stays an obstacle, whichever size is chosen.
  const brand = lines.find(({ productId }) => !productId.brand.is_try_and_buy_visible)
  return (brand ? [brand] : lines)
    .map(({ productId, size }) => tryAndBuyObstacle(productId, size))
    .find(Boolean)
}

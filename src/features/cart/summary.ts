import type { CartLine, PurchaseType } from '#contract/cart.ts'
import { noPaise, noRupees, type Paise, toPaise } from '#contract/money.ts'
import { summaryOf } from '#contract/pricing.ts'
import { shippingRead, standardTermsRead, tryAndBuyTermsRead } from '#contract/api/reads.ts'
import { useOptionalReadState, useOptionalRead } from '#platform/api/reads.ts'
import type { DeliveryOption } from './DeliveryChoice.tsx'

/** Whether charges and terms are still loading. */
export function useAreDeliveryOptionsLoading(): boolean {
  const reads = [
    useOptionalReadState(shippingRead),
    useOptionalReadState(standardTermsRead),
    useOptionalReadState(tryAndBuyTermsRead),
  ]
  return reads.some(({ isWaiting }) => isWaiting)
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
  const ways = useDeliveryOptions()
  const isTrial = purchaseType === 'Try and Buy'
  const trialCharges = isTrial ? toPaise(ways[purchaseType].charge) : noPaise
  const { shipping } = ways[purchaseType]
  return { summary: summaryOf(lines, { couponDiscount, trialCharges, shipping }), ways }
}

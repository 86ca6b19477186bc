import { sizesBeside } from '#contract/trialSizes.ts'
import type { Warehouse } from '#server/platform/deliverTo.ts'
import { StoreError } from '#server/platform/storeError.ts'
import type { Quote } from './quoteBag.ts'

const refusal = (sentence: string) => new StoreError('not_allowed_now', sentence)

/** What is to be tried at the door: where that is offered, of brands that allow it, in two sizes. */
export function refuseTrial({ cart, lines }: Quote, { hasTryAndBuy }: Warehouse): void {
  if (cart.purchaseType !== 'Try and Buy') return
  if (!hasTryAndBuy) throw refusal('Try and Buy is not available for the chosen address')
  for (const { product, size, trialSize } of lines) {
    if (!product.brand.is_try_and_buy_visible) {
      throw refusal(`Try and Buy not available for ${product.brand.name} products`)
    }
    if (!trialSize) throw refusal('Please select trial size for every product')
    if (!sizesBeside(product.size, size).includes(trialSize)) {
      throw refusal(`Please choose another trial size of ${product.name}`)
    }
  }
}

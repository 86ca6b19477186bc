import type { CartLine, PurchaseType } from '#contract/cart.ts'
import { trialSizesOf } from '#contract/catalogue/stock.ts'

/** Whether there are not as many pieces as the line wants. */
export const exceedsStock = ({ productId: { stock }, size, quantity }: CartLine): boolean =>
  (stock[size] ?? 0) < quantity

/** Why the bag cannot be paid for, the first reason first. Checked after address and login, before the receiver. */
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

/** Why a bag cannot be tried at the door, naming what does not go. */
export function trialObstacle(lines: CartLine[]): string | undefined {
  const brand = lines.find(({ productId }) => !productId.brand.is_try_and_buy_visible)
  if (brand) return `Try and Buy not available for ${brand.productId.brand.name} products`
  const line = lines.find(({ productId, size }) => trialSizesOf(productId, size).length === 0)
  if (!line) return undefined
  const { productId, size } = line
  return `Try and Buy is not available for ${productId.name}: no size beside ${size} is in stock`
}

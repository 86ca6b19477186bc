import type { CartLine, PurchaseType } from '#contract/cart.ts'
import { trialSizesOf } from '#contract/catalogue/stock.ts'

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
export function trialObstacle(lines: CartLine[]): string | undefined {
  const brand = lines.find(({ productId }) => !productId.brand.is_try_and_buy_visible)
  if (brand) return `Try and Buy not available for ${brand.productId.brand.name} products`
  const line = lines.find(({ productId, size }) => trialSizesOf(productId, size).length === 0)
  if (!line) return undefined
  const { productId, size } = line
  return `Try and Buy is not available for ${productId.name}: no size beside ${size} is in stock`
}

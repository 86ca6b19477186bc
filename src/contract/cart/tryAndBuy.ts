import type { Product } from '#contract/catalogue/product.ts'
import { adjacentSizes, trialSizesOf } from '#contract/catalogue/stock.ts'

type TriedProduct = Pick<Product, 'name' | 'size' | 'stock'> & {
  brand: Pick<Product['brand'], 'name' | 'is_try_and_buy_visible'>
}

/** Whether Try & Buy is available for a product in a size. */
export const canBeTried = (product: Omit<TriedProduct, 'name'>, size: string): boolean =>
  product.brand.is_try_and_buy_visible && trialSizesOf(product, size).length > 0

/**
 * Why Try & Buy isn't available for a product in a size, as a sentence without its full stop;
 * undefined where it is.
 */
export function tryAndBuyObstacle(product: TriedProduct, size: string): string | undefined {
  const { name, brand, size: sizes } = product
  if (!brand.is_try_and_buy_visible) return `Try and Buy not available for ${brand.name} products`
  if (trialSizesOf(product, size).length > 0) return undefined
  const unavailable = `Try & Buy isn’t available for ${name}`
  return adjacentSizes(sizes, size).length === 0
    ? `${unavailable}: it comes in one size only`
    : `${unavailable}: the sizes next to ${size} are sold out`
}

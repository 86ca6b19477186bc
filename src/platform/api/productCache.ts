import type { Product } from '#contract/catalogue/product.ts'

const kept = 500
const seen = new Map<string, Product>()

/**
 * Products that cards have shown since the page was loaded: the product page opens with them before
 * its own read is answered.
 */
export function cacheProducts(products: Product[]): void {
  for (const product of products) {
    seen.delete(product._id)
    seen.set(product._id, product)
  }
  for (const [oldest] of seen) {
    if (seen.size <= kept) break
    seen.delete(oldest)
  }
}

export const cachedProduct = (id: string): Product | undefined => seen.get(id)

import type { Product } from '#contract/catalogue/product.ts'
import type { Wishlist } from './wishlistApi.ts'

export function withProduct({ ids, lines }: Wishlist, product: Product): Wishlist {
  const isThere = lines.some(({ productId }) => productId._id === product._id)
  return {
    ids: ids.includes(product._id) ? ids : [product._id, ...ids],
    lines: isThere ? lines : [{ productId: product }, ...lines],
  }
}

export function withoutProduct({ ids, lines }: Wishlist, productId: string): Wishlist {
  return {
    ids: ids.filter((id) => id !== productId),
    lines: lines.filter((line) => line.productId._id !== productId),
  }
}

import { memo, type ReactNode, useEffect } from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import { cacheProducts } from '#platform/api/productCache.ts'
import { ProductCard } from './ProductCard.tsx'

export type CardCorner = (product: Product) => ReactNode

type Props = {
  products: Product[]
  /** Whether the first of them is the first picture of the page. */
  isFirst?: boolean
  corner?: CardCorner
}

/** They are many: drawn anew for other products only, not whenever the list has heard something. */
export const ProductItems = memo(function ProductItems({ products, isFirst, corner }: Props) {
  useEffect(() => cacheProducts(products), [products])
  return products.map((product, index) => (
    <li key={product._id}>
      <ProductCard product={product} isFirst={isFirst && index === 0} corner={corner?.(product)} />
    </li>
  ))
})

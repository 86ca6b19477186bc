import { memo, type ReactNode, useEffect } from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import { cacheProducts } from '#platform/api/productCache.ts'
import { Skeleton } from '#ui/feedback/Loading.tsx'
import { ProductCard } from './ProductCard.tsx'
import styles from './ProductGrid.module.css'

type Props = {
  /** Next to the filter column there is room for one card less. */
  isBesideFilters?: boolean
  /** One row, or two where rows are short. */
  isShort?: boolean
  isBusy?: boolean
  /** `ProductItems`, or `CardSkeletons` while they load. */
  children: ReactNode
}

export function ProductGrid({ isBesideFilters, isShort, isBusy, children }: Props) {
  return (
    <ul
      className={styles.grid}
      data-beside-filters={isBesideFilters || undefined}
      data-short={isShort || undefined}
      aria-busy={isBusy || undefined}
    >
      {children}
    </ul>
  )
}

export type CardCorner = (product: Product) => ReactNode

type ProductItemsProps = {
  products: Product[]
  /** Set if the first of them has the first image of the page. */
  isFirst?: boolean
  corner?: CardCorner
}

/**
 * Memoised, because a list can have hundreds of cards: they render again only for other products.
 */
export const ProductItems = memo(function ProductItems({
  products,
  isFirst,
  corner,
}: ProductItemsProps) {
  useEffect(() => cacheProducts(products), [products])
  return products.map((product, index) => (
    <li key={product._id}>
      <ProductCard product={product} isFirst={isFirst && index === 0} corner={corner?.(product)} />
    </li>
  ))
})

/** Placeholders of cards that load. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    <li key={place} className={styles.card} aria-hidden="true">
      <Skeleton shape="picture" />
      <span className={styles.words}>
        <Skeleton shape="line" />
        <Skeleton shape="line" />
        <Skeleton shape="line" />
      </span>
    </li>
  ))
}

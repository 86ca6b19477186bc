import { memo, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'

import { photoSizes } from '#contract/catalogue/photos.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { hasStock } from '#contract/catalogue/stock.ts'
import { productPath } from '#contract/pages/paths.ts'
import { cacheProducts } from '#platform/api/reads/reads.ts'
import { HydrateOnDemand } from '#platform/rendering/HydrateOnDemand.tsx'
import { Skeleton } from '#ui/feedback/Loading.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { Price } from '#ui/text/Price.tsx'
import styles from './ProductGrid.module.css'

type ProductGridProps = {
  /** Next to the filter column there is room for one card less. */
  isBesideFilters?: boolean
  /** Shows one row, or two where rows are short. */
  isShort?: boolean
  isBusy?: boolean
  /** `ProductItems`, or `CardSkeletons` while they load. */
  children: ReactNode
}

export function ProductGrid({ isBesideFilters, isShort, isBusy, children }: ProductGridProps) {
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

export type CardCorner = (product: Product) => ReactElement

/** The number of cards in a phone's first view. */
const firstCards = 4

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
  const items = products.map((product, index) => (
    <li key={product._id}>
      <ProductCard product={product} isFirst={isFirst && index === 0} corner={corner?.(product)} />
    </li>
  ))
  const firstCount = isFirst ? firstCards : 0
  return (
    <>
      {items.slice(0, firstCount)}
      <HydrateOnDemand>{items.slice(firstCount)}</HydrateOnDemand>
    </>
  )
})

/** Placeholders of cards that load. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} className={styles.placeholder} aria-hidden="true">
      <Skeleton shape="image" />
      <span className={styles.placeholderDetails}>
        <Skeleton shape="line" />
        <Skeleton shape="line" />
        <Skeleton shape="line" />
      </span>
    </li>
  ))
}

type ProductCardProps = {
  product: Product
  /** Set for the first image of the page, which loads first. */
  isFirst?: boolean
  /** Another feature's control in a corner of the image, such as a heart. */
  corner?: ReactElement | undefined
  /** A slot below the price. */
  extra?: ReactNode
}

export function ProductCard({ product, isFirst, corner, extra }: ProductCardProps) {
  const { _id, name, brand, photos, tint, mrp, discountedPrice, discountPercentage, rating } =
    product
  const [first, second] = photos
  /** The second photo loads when a mouse points at the card, and never on a phone. */
  const [wasHovered, setWasHovered] = useState(false)

  return (
    <article
      className={styles.card}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setWasHovered(true)}
    >
      <div className={styles.image}>
        <ProductImage src={first} tint={tint} sizes={photoSizes.card} isFirst={isFirst} />
        {second && wasHovered && <img className={styles.second} src={second} alt="" />}
        {brand.is_try_and_buy_visible && <span className={styles.chip}>Try &amp; Buy</span>}
        {rating && (
          <span className={styles.chip} data-right role="img" aria-label={ratingLabel(rating)}>
            <span>{rating.average.toFixed(1)}</span>
            <Icon name="star-filled" size="xs" />
            <span>{rating.count}</span>
          </span>
        )}
        {!hasStock(product) && (
          <span className={styles.veil}>
            <span className={styles.soldOut}>Sold Out</span>
          </span>
        )}
      </div>
      <div className={styles.details}>
        <p className={styles.brand}>{brand.name}</p>
        <h3 className={styles.name}>
          <Link className={styles.link} to={productPath(_id)}>
            {name}
          </Link>
        </h3>
        <Price price={discountedPrice} mrp={mrp} percentOff={discountPercentage} />
        {extra && <div className={styles.extra}>{extra}</div>}
      </div>
      {corner}
    </article>
  )
}

const ratingLabel = ({ average, count }: NonNullable<Product['rating']>) =>
  `Rated ${average} out of 5, ${count} ${count === 1 ? 'review' : 'reviews'}`

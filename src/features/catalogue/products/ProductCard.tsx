import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'

import { hasStock } from '#contract/catalogue/stock.ts'
import { productPath } from '#contract/paths.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { photoSizes } from '#contract/catalogue/photos.ts'
import { Price } from '#ui/text/Price.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import styles from './ProductCard.module.css'

type Props = {
  product: Product
  /** Set for the first image of the page, which loads first. */
  isFirst?: boolean
  /** A slot on the image for another feature, such as a heart. */
  corner?: ReactNode
  /** A slot below the price. */
  extra?: ReactNode
}

export function ProductCard({ product, isFirst, corner, extra }: Props) {
  const { _id, name, brand, photos, tint, mrp, discountedPrice, discountPercentage } = product
  const [first, second] = photos
  /** The second photo loads when a mouse points at the card, and never on a phone. */
  const [wasHovered, setWasHovered] = useState(false)

  return (
    <article
      className={styles.card}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setWasHovered(true)}
    >
      <div className={styles.picture}>
        <ProductImage src={first} tint={tint} sizes={photoSizes.card} isFirst={isFirst} />
        {second && wasHovered && <img className={styles.second} src={second} alt="" />}
        {brand.is_try_and_buy_visible && <span className={styles.tryAndBuy}>Try &amp; Buy</span>}
        {!hasStock(product) && (
          <span className={styles.veil}>
            <span className={styles.soldOut}>Sold Out</span>
          </span>
        )}
      </div>
      <div className={styles.words}>
        <p className={styles.brand}>{brand.name}</p>
        <h3 className={styles.name}>
          <Link className={styles.link} to={productPath(_id)}>
            {name}
          </Link>
        </h3>
        <Price price={discountedPrice} mrp={mrp} percentOff={discountPercentage} />
        {extra && <div className={styles.extra}>{extra}</div>}
      </div>
      {corner && <div className={styles.corner}>{corner}</div>}
    </article>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { brandPath } from '#contract/paths.ts'
import type { Product } from '#contract/product.ts'
import { Price } from '#ui/Price.tsx'
import styles from './ProductHead.module.css'

type Props = {
  product: Product
  /** Beside the name: share, and room for a heart. */
  actions: ReactNode
}

/** What it is, who makes it and what it costs. */
export function ProductHead({ product, actions }: Props) {
  const { brand, name, mrp, discountedPrice, discountPercentage } = product
  return (
    <header className={styles.head}>
      <div>
        <p className={styles.brand}>
          <Link to={brandPath(brand._id)}>{brand.name}</Link>
        </p>
        <h1 className={styles.name}>{name}</h1>
      </div>
      <div className={styles.actions}>{actions}</div>
      <div className={styles.price}>
        <Price price={discountedPrice} mrp={mrp} percentOff={discountPercentage} size="l" />
        <p className={styles.taxes}>(inclusive of all taxes)</p>
      </div>
    </header>
  )
}

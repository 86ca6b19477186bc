import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { productPath } from '#contract/paths.ts'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { Section } from '#ui/layout/Section.tsx'
import type { ViewedProduct } from './viewedProduct.ts'
import styles from './ViewedRail.module.css'

type Props = {
  products: ViewedProduct[]
  /** A slot on the image for another feature, such as a heart. */
  corner?: (product: ViewedProduct) => ReactNode
}

/** Recently viewed products; nothing on a first visit. */
export function ViewedRail({ products, corner }: Props) {
  if (products.length === 0) return null
  return (
    <Section title="Recently viewed">
      <ul className={styles.rail}>
        {products.map((product) => (
          <li key={product._id} className={styles.item}>
            <Link to={productPath(product._id)} className={styles.link}>
              <span className={styles.picture}>
                <ProductImage src={product.photo} tint={product.tint} />
              </span>
              <b>{product.brandName}</b>
              <span className={styles.name}>{product.name}</span>
            </Link>
            {corner && <div className={styles.corner}>{corner(product)}</div>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

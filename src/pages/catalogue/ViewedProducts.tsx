import { Link } from 'react-router-dom'

import { productPath } from '#contract/pages/paths.ts'
import type { ViewedProduct } from '#features/product/viewedProduct.ts'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { renderCardHeart } from '#features/wishlist/HeartButton.tsx'
import styles from './ViewedProducts.module.css'

/**
 * Recently viewed products; nothing on a first visit. Only the device knows them: the server renders
 * none.
 */
export default function ViewedProducts({ products }: { products: ViewedProduct[] }) {
  if (products.length === 0) return null
  return (
    <Section title="Recently viewed">
      <ul className={styles.rail}>
        {products.map((product) => (
          <li key={product._id} className={styles.item}>
            <Link to={productPath(product._id)} className={styles.link}>
              <span className={styles.image}>
                <ProductImage src={product.photo} tint={product.tint} />
              </span>
              <b>{product.brandName}</b>
              <span className={styles.name}>{product.name}</span>
            </Link>
            <div className={styles.corner}>{renderCardHeart(product)}</div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

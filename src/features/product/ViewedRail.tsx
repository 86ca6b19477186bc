import { Link } from 'react-router-dom'

import { productPath } from '#contract/paths.ts'
import { ProductPicture } from '#ui/ProductPicture.tsx'
import { Section } from '#ui/Section.tsx'
import type { ViewedProduct } from './viewedProduct.ts'
import styles from './ViewedRail.module.css'

/** The way back to what was looked at before; nothing where nothing was. */
export function ViewedRail({ products }: { products: ViewedProduct[] }) {
  if (products.length === 0) return null
  return (
    <Section title="Recently viewed">
      <ul className={styles.rail}>
        {products.map(({ _id, name, brandName, photo, tint }) => (
          <li key={_id} className={styles.item}>
            <Link to={productPath(_id)} className={styles.link}>
              <span className={styles.picture}>
                <ProductPicture src={photo} tint={tint} />
              </span>
              <b>{brandName}</b>
              <span className={styles.name}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

import type { ReactNode } from 'react'

import { ProductImage } from '#ui/media/ProductImage.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './SmallProduct.module.css'

type ItemTextProps = {
  item: { name: string; brand: { name: string } }
  /** Size and quantity. */
  details?: ReactNode
}

/** Brand, name and details of an item. */
export function ItemText({ item: { name, brand }, details }: ItemTextProps) {
  return (
    <>
      <p className={styles.brand}>{brand.name}</p>
      <p className={styles.name}>{name}</p>
      {details && <p className={styles.details}>{details}</p>}
    </>
  )
}

type Props = {
  product: { name: string; brand: { name: string }; photos: string[]; tint: number }
  /** Size and quantity. */
  details?: ReactNode
  /** A slot beside the image. */
  children?: Elements
}

/** A small product row for dialogs. */
export function SmallProduct({ product, details, children }: Props) {
  const { photos, tint } = product
  return (
    <div className={styles.product}>
      <span className={styles.photo}>
        <ProductImage src={photos[0]} tint={tint} />
      </span>
      <div>
        <ItemText item={product} details={details} />
        {children}
      </div>
    </div>
  )
}

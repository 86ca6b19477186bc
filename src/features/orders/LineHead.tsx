import type { ReactNode } from 'react'

import type { OrderedProduct } from '#contract/order.ts'
import { ProductPicture } from '#ui/ProductPicture.tsx'
import styles from './LineHead.module.css'
import type * as v from 'valibot'

type Props = {
  product: v.InferOutput<typeof OrderedProduct>
  /** What was chosen of it. */
  children: ReactNode
}

/** Which piece it is about. */
export function LineHead({ product, children }: Props) {
  const { name, brand, photos, tint } = product
  return (
    <div className={styles.head}>
      <span className={styles.photo}>
        <ProductPicture src={photos[0]} tint={tint} />
      </span>
      <div>
        <p className={styles.brand}>{brand.name}</p>
        <p className={styles.name}>{name}</p>
        <p className={styles.choice}>{children}</p>
      </div>
    </div>
  )
}

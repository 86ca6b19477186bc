import type { ReactNode } from 'react'

import { PieceText } from './PieceText.tsx'
import { ProductPicture } from './ProductPicture.tsx'
import styles from './SmallProduct.module.css'

type Props = {
  product: { name: string; brand: { name: string }; photos: string[]; tint: number }
  /** What was chosen of it. */
  choice?: ReactNode
  /** What else is beside the picture. */
  children?: ReactNode
}

/** Which product a dialog is about. */
export function SmallProduct({ product, choice, children }: Props) {
  const { photos, tint } = product
  return (
    <div className={styles.product}>
      <span className={styles.photo}>
        <ProductPicture src={photos[0]} tint={tint} />
      </span>
      <div>
        <PieceText piece={product} choice={choice} />
        {children}
      </div>
    </div>
  )
}

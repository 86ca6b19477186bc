import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { OrderLine } from '#contract/order.ts'
import { productPath } from '#contract/paths.ts'
import { PieceText } from '#ui/PieceText.tsx'
import { ProductPicture } from '#ui/ProductPicture.tsx'
import styles from './OrderedPiece.module.css'

type Props = {
  line: OrderLine
  /** What was chosen of it. */
  choice: ReactNode
  /** What is beside the picture, below the choice. */
  children: ReactNode
  /** Leads to the product, with a larger picture on a wide screen. */
  isLink?: boolean
}

/** A piece of an order: its picture, whose it is and what was chosen. */
export function OrderedPiece({ line, choice, children, isLink }: Props) {
  const { _id, name, photos, tint } = line.productId
  return (
    <article className={styles.piece} aria-label={name} data-link={isLink || undefined}>
      {isLink ? (
        <Link to={productPath(_id)} className={styles.photo}>
          <ProductPicture src={photos[0]} tint={tint} alt={name} />
        </Link>
      ) : (
        <span className={styles.photo}>
          <ProductPicture src={photos[0]} tint={tint} />
        </span>
      )}
      <div>
        <div className={styles.text}>
          <PieceText piece={line.productId} choice={choice} />
        </div>
        {children}
      </div>
    </article>
  )
}

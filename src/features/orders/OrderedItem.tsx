import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { OrderLine, OrderStatus } from '#contract/order.ts'
import { productPath } from '#contract/paths.ts'
import { ItemText } from '#ui/text/SmallProduct.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import styles from './OrderedItem.module.css'

type Choice = Pick<OrderLine, 'size' | 'trialSize' | 'quantity'>

/** Size and quantity, on one line. */
export const choiceText = ({ size, trialSize, quantity }: Choice): string =>
  [`Size ${size}`, trialSize && `Trial size ${trialSize}`, `Qty ${quantity}`]
    .filter(Boolean)
    .join(' · ')

type Tone = 'plain' | 'mint' | 'sale' | 'danger'

const tones: Partial<Record<OrderStatus, Tone>> = {
  Delivered: 'mint',
  Exchanged: 'mint',
  'Return Requested': 'sale',
  'Exchange Requested': 'sale',
  Cancelled: 'danger',
}

/** The colour of a status; undefined for neutral ones. */
export const statusTone = (status: OrderStatus): Tone => tones[status] ?? 'plain'

type Props = {
  line: OrderLine
  /** Size and quantity. */
  choice: ReactNode
  /** A slot beside the image, below the text. */
  children: ReactNode
  /** Links to the product, with a larger image on a wide screen. */
  isLink?: boolean
}

/** An item of an order with image, brand, name and choice. */
export function OrderedItem({ line, choice, children, isLink }: Props) {
  const { _id, name, photos, tint } = line.productId
  return (
    <article className={styles.piece} aria-label={name} data-link={isLink || undefined}>
      {isLink ? (
        <Link to={productPath(_id)} className={styles.photo}>
          <ProductImage src={photos[0]} tint={tint} alt={name} />
        </Link>
      ) : (
        <span className={styles.photo}>
          <ProductImage src={photos[0]} tint={tint} />
        </span>
      )}
      <div>
        <div className={styles.text}>
          <ItemText piece={line.productId} choice={choice} />
        </div>
        {children}
      </div>
    </article>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { OrderLine, OrderStatus } from '#contract/order.ts'
import { productPath } from '#contract/paths.ts'
import { ItemText } from '#ui/text/SmallProduct.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import styles from './OrderedItem.module.css'

type Choice = Pick<OrderLine, 'size' | 'trialSize' | 'quantity'>

/** What was chosen of a product, in one line. */
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

/** The colour of a status: done, asked for, called off; any other has none. */
export const statusTone = (status: OrderStatus): Tone => tones[status] ?? 'plain'

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

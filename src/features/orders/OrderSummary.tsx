import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { addressText } from '#contract/account.ts'
import { minus, sum, times } from '#contract/money.ts'
import { isActive, isPaid, type Order, type OrderLine, type OrderStatus } from '#contract/order.ts'
import { productPath } from '#contract/paths.ts'
import type { Summary } from '#contract/pricing.ts'
import { Badge } from '#ui/feedback/Note.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import { SummaryList } from '#ui/layout/SummaryList.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { ItemText } from '#ui/text/SmallProduct.tsx'
import styles from './OrderSummary.module.css'
import { RefundTimeline } from './RefundTimeline.tsx'

/** The amounts of an order, in the lines of the bag's summary. */
function summaryOfOrder({ products, amountDetails }: Order): Summary {
  const { baseAmount, discountedAmount, trialCharges, shippingCharges, finalAmount } = amountDetails
  const bagAmount = sum(products.map(({ mrp, quantity }) => times(mrp, quantity)))
  return {
    bagAmount,
    mrpDiscount: minus(bagAmount, baseAmount),
    couponDiscount: minus(baseAmount, discountedAmount),
    trialCharges,
    shipping: shippingCharges,
    total: finalAmount,
  }
}

/** The summary and payment of an order. */
export function OrderSummary({ order }: { order: Order }) {
  const { paymentStatus, paymentMethod, refund } = order
  return (
    <Panel
      title="Order summary"
      tone="mist"
      aside={
        <Badge tone={isPaid(paymentStatus) ? 'mint' : 'plain'}>
          {isPaid(paymentStatus) ? 'Paid' : paymentMethod}
        </Badge>
      }
    >
      <SummaryList summary={summaryOfOrder(order)} />
      {refund && <RefundTimeline refund={refund} />}
    </Panel>
  )
}

/** The delivery address and receiver of an order. */
export function DeliveryPlace({ order }: { order: Order }) {
  const { addressId: address, receiver } = order
  return (
    <Panel title={placeTitle(order)}>
      <p className={styles.words}>{addressText(address)}</p>
      {receiver && (
        <p className={styles.words}>
          {receiver.name}, +91 {receiver.contactNumber}
        </p>
      )}
    </Panel>
  )
}

function placeTitle({ orderStatus }: Order): string {
  if (isActive(orderStatus)) return 'Delivering to'
  return orderStatus === 'Cancelled' ? 'Delivery address' : 'Delivered to'
}

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
    <article className={styles.item} aria-label={name} data-link={isLink || undefined}>
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
          <ItemText item={line.productId} choice={choice} />
        </div>
        {children}
      </div>
    </article>
  )
}

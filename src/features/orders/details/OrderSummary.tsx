import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'

import { sizeText } from '#contract/catalogue/stock.ts'
import { addressText } from '#contract/account/account.ts'
import { minus, sum, times } from '#contract/values/money.ts'
import {
  isActive,
  isFullyPaid,
  isPaid,
  type Order,
  type OrderLine,
  type OrderRefund,
  type OrderStatus,
  paymentMethodText,
} from '#contract/orders/order.ts'
import { productPath } from '#contract/pages/paths.ts'
import { unplacedOrderTexts } from '#contract/orders/paymentTexts.ts'
import type { Summary } from '#contract/cart/pricing.ts'
import { serverNowMs } from '#platform/serverTime.ts'
import { Badge, Note } from '#ui/feedback/Note.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import { SummaryList } from '#ui/layout/SummaryList.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import { paiseText } from '#ui/text/Price.tsx'
import { ItemText } from '#ui/text/SmallProduct.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './OrderSummary.module.css'
import {
  destinationText,
  expectedDestination,
  isRefundOverdue,
  refundDayText,
  refundDuration,
} from './refund.ts'

/** The amounts of an order, in the lines of the bag's summary. */
function summaryOfOrder({ products, amountDetails, mrpTotal: counted }: Order): Summary {
  const { baseAmount, discountedAmount, trialCharges, shippingCharges, finalAmount } = amountDetails
  const mrpTotal = counted ?? sum(products.map(({ mrp, quantity }) => times(mrp, quantity)))
  return {
    mrpTotal,
    mrpDiscount: minus(mrpTotal, baseAmount),
    couponDiscount: minus(baseAmount, discountedAmount),
    trialCharges,
    shipping: shippingCharges,
    total: finalAmount,
  }
}

/** The summary and payment of an order. */
export function OrderSummary({ order }: { order: Order }) {
  const { paymentMethod, balanceDue, refund } = order
  const isAllPaid = isFullyPaid(order)
  return (
    <Panel
      title="Order summary"
      tone="mist"
      aside={
        <Badge tone={isAllPaid ? 'mint' : 'plain'}>
          {isAllPaid ? 'Paid' : balanceDue ? 'Paid in part' : paymentMethodText(paymentMethod)}
        </Badge>
      }
    >
      <SummaryList summary={summaryOfOrder(order)} />
      <PaymentLine order={order} />
      {refund && <RefundTimeline refund={refund} />}
    </Panel>
  )
}

/** How the order was paid; of an unpaid one the summary's title says it. */
function PaymentLine({ order }: { order: Order }) {
  const { paymentMethod, paymentStatus, orderStatus, balanceDue, orderType } = order
  if (isPaid(paymentStatus)) {
    const paid =
      paymentMethod === 'Cash on delivery' ? 'Paid on delivery' : `Paid with ${paymentMethod}`
    return (
      <>
        <p className={styles.details}>{paid}</p>
        {balanceDue && (
          <p className={styles.balance}>
            <span>
              {orderType === 'Try and Buy'
                ? 'To pay in cash after your trial, less what you return'
                : 'To pay on delivery, in cash or by UPI'}
            </span>
            <span>{paiseText(balanceDue)}</span>
          </p>
        )}
      </>
    )
  }
  return orderStatus === 'Cancelled' && <p className={styles.details}>There is nothing to pay.</p>
}

/** The delivery address and receiver of an order. */
export function DeliveryAddress({ order }: { order: Order }) {
  const { addressId: address, receiver } = order
  return (
    <Panel title={addressTitle(order)}>
      <p className={styles.details}>{addressText(address)}</p>
      {receiver && (
        <p className={styles.details}>{`${receiver.name}, +91 ${receiver.contactNumber}`}</p>
      )}
    </Panel>
  )
}

function addressTitle({ orderStatus }: Order): string {
  if (isActive(orderStatus)) return 'Delivering to'
  return orderStatus === 'Cancelled' ? 'Delivery address' : 'Delivered to'
}

type LineVariant = Pick<OrderLine, 'size' | 'trialSize' | 'soldSize' | 'quantity'>

/** Size and quantity, on one line. Of two tried sizes, the one that was kept. */
export const variantText = ({ size, trialSize, soldSize, quantity }: LineVariant): string =>
  [
    trialSize && soldSize ? `${sizeText(soldSize)}, kept after the trial` : sizeText(size),
    trialSize && !soldSize && `Trial size ${trialSize}`,
    `Qty ${quantity}`,
  ]
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

/** The colour of a status; plain for neutral ones. */
export const statusTone = (status: OrderStatus): Tone => tones[status] ?? 'plain'

type Props = {
  line: OrderLine
  /** Size and quantity. */
  details: ReactNode
  /** A slot beside the image, below the text. */
  children: Elements
  /** Links to the product, with a larger image on a wide screen. */
  isLink?: boolean
}

/** An item of an order with image, brand, name and details. */
export function OrderedItem({ line, details, children, isLink }: Props) {
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
          <ItemText item={line.productId} details={details} />
        </div>
        {children}
      </div>
    </article>
  )
}

/** The item of a return has not been picked up, so its refund has not started. */
export const awaitsPickup = new Set<OrderStatus>(['Return Requested', 'Return Accepted'])

type ExpectedRefundProps = {
  order: Pick<Order, 'paymentMethod' | 'amountDetails' | 'refundAccount'>
  line: OrderLine
}

/** What a return refunds, how and when, as long as the item has not been picked up. */
export function ExpectedRefund({ order, line: { netAmount, status } }: ExpectedRefundProps) {
  if (netAmount === undefined) return null
  const { shippingCharges } = order.amountDetails
  const condition =
    status === 'Return Accepted'
      ? 'We’ve checked the item. Once it’s back at our warehouse'
      : 'Once we’ve picked up and checked the item'
  return (
    <Note icon="cash">
      <span>
        {order.paymentMethod === 'Cash on delivery'
          ? order.refundAccount
            ? `${condition}, we’ll send your refund of ${paiseText(netAmount)} to the account you gave us.`
            : `${condition}, we’ll call you to arrange your refund of ${paiseText(netAmount)}.`
          : `${condition}, you’ll get ${paiseText(netAmount)} back ${expectedDestination(order)} ${refundDuration}.`}
      </span>
      {shippingCharges > 0 && (
        <span>{` The delivery charge of ${paiseText(shippingCharges)} isn’t refunded.`}</span>
      )}
    </Note>
  )
}

/** The steps of a refund: its amount, its destination and the expected date. */
function RefundTimeline({ refund }: { refund: OrderRefund }) {
  const { amount, status, reason, parts = [] } = refund
  const id = useId()
  const [nowMs] = useState(serverNowMs)
  // A payment on delivery is refunded by hand, after a call.
  const isByHand = parts.length > 0 && parts.every(({ to }) => to === 'cash')
  return (
    <div className={styles.refund}>
      <Note tone="mint">
        {`${status === 'processed' ? 'Refunded' : isByHand ? 'Refund due' : 'Refund on its way'}: ${paiseText(amount)}`}
      </Note>
      {reason && <p>{unplacedOrderTexts[reason]}</p>}
      {parts.map((part, index) => (
        <section key={index} className={styles.part} aria-labelledby={`${id}${index}`}>
          <p className={styles.amount} id={`${id}${index}`}>
            {`${paiseText(part.amount)} ${destinationText(part.to)}`}
          </p>
          <ol className={styles.steps}>
            {part.to !== 'cash' && (
              <li className={styles.step} data-done="">
                <Icon name="check" size="s" />
                <span>
                  Refund started <DateTime at={part.startedAt} />
                </span>
              </li>
            )}
            {part.status === 'processed' ? (
              <li className={styles.step} data-done="">
                <Icon name="check" size="s" />
                <span>
                  <span>Refunded </span>
                  {part.settledAt && <DateTime at={part.settledAt} />}
                </span>
              </li>
            ) : (
              <li className={styles.step}>
                <Icon name="clock" size="s" />
                <span>{pendingText(part, nowMs)}</span>
              </li>
            )}
          </ol>
          {part.reference && <p className={styles.reference}>{`Refund ID: ${part.reference}`}</p>}
        </section>
      ))}
    </div>
  )
}

type Part = NonNullable<OrderRefund['parts']>[number]

function pendingText({ to, startedAt }: Part, nowMs: number): string {
  if (to === 'cash') return 'We’ll call you to arrange your refund'
  if (isRefundOverdue(startedAt, nowMs)) return 'Taking longer than expected. Please contact us.'
  return `Expected by ${refundDayText(startedAt)}`
}

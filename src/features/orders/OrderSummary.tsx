import { addressText } from '#contract/account.ts'
import { minus, sum, times } from '#contract/money.ts'
import { isActive, isPaid, type Order } from '#contract/order.ts'
import type { Summary } from '#contract/pricing.ts'
import { Badge, Note } from '#ui/feedback/Note.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import { SummaryList } from '#ui/layout/SummaryList.tsx'
import { Money } from '#ui/text/Price.tsx'
import styles from './OrderSummary.module.css'

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
      {refund && (
        <Note tone="mint">
          {refund.status === 'processed' ? 'Refunded' : 'Refund on its way'}:{' '}
          <Money paise={refund.amount} />
        </Note>
      )}
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

import type { Order } from '#contract/orders/order.ts'
import styles from './DeliveryCode.module.css'

type Props = { order: Pick<Order, 'deliveryCode'> }

/** What the customer tells the rider, who needs it to hand over the order; only while it is on its way. */
export function DeliveryCode({ order: { deliveryCode } }: Props) {
  if (!deliveryCode) return null
  return (
    <section className={styles.card} aria-label="Delivery code">
      <div className={styles.details}>
        <p className={styles.name}>Delivery code</p>
        <p className={styles.more}>Tell it to your delivery agent when you get your order</p>
      </div>
      <p className={styles.code}>{deliveryCode}</p>
    </section>
  )
}

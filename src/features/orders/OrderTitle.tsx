import { isPaid, type Order } from '#contract/order.ts'
import { When } from '#ui/When.tsx'
import styles from './OrderTitle.module.css'
import { PaidStamp } from './PaidStamp.tsx'

/** Which order it is, of when, and that it is paid. */
export function OrderTitle({ order }: { order: Order }) {
  const { orderID, createdAt, paymentStatus } = order
  return (
    <header className={styles.head}>
      <div>
        <h1 className={styles.title}>Order details</h1>
        <p className={styles.id}>Order ID # {orderID}</p>
        <p className={styles.when}>
          <When at={createdAt} />
        </p>
      </div>
      {isPaid(paymentStatus) && <PaidStamp />}
    </header>
  )
}

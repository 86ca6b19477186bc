import type { Order } from '#contract/orders/order.ts'
import {
  awaitsPickup,
  ExpectedRefund,
  OrderSummary,
} from '#features/orders/details/OrderSummary.tsx'
import { OrderAgeNote } from '#features/orders/details/OrderStatus.tsx'
import { useOrder } from '#features/orders/useOrders.ts'
import { LoadingLine } from '#ui/feedback/Loading.tsx'
import { Note } from '#ui/feedback/Note.tsx'
import styles from './RefundDetails.module.css'

/** What an order was refunded, how and by when, and what its returns will refund. */
export function RefundDetails({ orderId }: { orderId: string }) {
  const { order, isMissing, problem, savedAt } = useOrder(orderId)
  if (problem) throw problem
  return (
    <div className={styles.details}>
      {order ? (
        <>
          <p>{`Order ID # ${order.orderID}`}</p>
          <OrderAgeNote savedAt={savedAt} />
          <Refunds order={order} />
        </>
      ) : isMissing ? (
        <Note>This order does not exist</Note>
      ) : (
        <LoadingLine>Loading your refund...</LoadingLine>
      )}
    </div>
  )
}

function Refunds({ order }: { order: Order }) {
  const expected = order.products.filter(({ status }) => awaitsPickup.has(status))
  return (
    <>
      {!order.refund && expected.length === 0 && (
        <Note>We haven’t refunded anything for this order.</Note>
      )}
      {expected.map((line) => (
        <section key={line._id} aria-label={line.productId.name}>
          <h2 className={styles.item}>{line.productId.name}</h2>
          <ExpectedRefund order={order} line={line} />
        </section>
      ))}
      <OrderSummary order={order} />
    </>
  )
}

import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadingLine } from '#ui/LoadingLine.tsx'
import { OrderCard } from './OrderCard.tsx'
import styles from './OrderHistory.module.css'

type Props = { orders: Order[]; isLoading: boolean }

/** What was ordered before and is no longer on its way. */
export function OrderHistory({ orders, isLoading }: Props) {
  if (isLoading) return <LoadingLine>Loading orders...</LoadingLine>
  if (orders.length === 0) {
    return (
      <EmptyState title="No previous orders found" level={2} art="/images/empty-orders.svg">
        <ButtonLink to={paths.tracking}>Track Order</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <ul className={styles.orders}>
      {orders.map((order) => (
        <li key={order._id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  )
}

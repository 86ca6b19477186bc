import { Link } from 'react-router-dom'

import type { Order } from '#contract/order.ts'
import { orderPath, paths } from '#contract/paths.ts'
import { OrderArrival } from '#features/orders/OrderArrival.tsx'
import { statusTone } from '#features/orders/OrderSummary.tsx'
import { Badge } from '#ui/feedback/Note.tsx'
import { ButtonLink, TextLink } from '#ui/forms/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { LoadingLine } from '#ui/feedback/Loading.tsx'
import { Money } from '#ui/text/Price.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import styles from './OrderHistory.module.css'

type Props = { orders: Order[]; isLoading: boolean }

/** Orders that are no longer active. */
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

/** Leads to the orders in progress, which the history does not list. */
export function OrdersInProgress({ orders }: { orders: Order[] }) {
  const [newest] = orders
  if (!newest) return null
  return (
    <Link to={paths.tracking} className={styles.active}>
      <Icon name="truck" />
      <div className={styles.activeWords}>
        <b>{orders.length === 1 ? '1 order in progress' : `${orders.length} orders in progress`}</b>
        <OrderArrival order={newest} />
      </div>
      Track order
      <Icon name="chevron" size="s" />
    </Link>
  )
}

/** A past order in short. */
function OrderCard({ order }: { order: Order }) {
  const { _id, orderID, createdAt, orderStatus, products, totalAmount } = order
  return (
    <article className={styles.card} aria-label={`Order ${orderID}`}>
      <header className={styles.row}>
        <div>
          <p className={styles.id}>{orderID}</p>
          <p className={styles.when}>
            <DateTime at={createdAt} />
          </p>
        </div>
        <Badge tone={statusTone(orderStatus)}>{orderStatus}</Badge>
      </header>
      <div className={styles.row}>
        <div>
          <ul className={styles.photos}>
            {products.map(({ _id: lineId, productId: { name, photos, tint } }) => (
              <li key={lineId} className={styles.photo}>
                <ProductImage src={photos[0]} tint={tint} alt={name} />
              </li>
            ))}
          </ul>
          {products
            .filter(({ status }) => status !== orderStatus)
            .map(({ _id: lineId, status, productId: { name } }) => (
              <p key={lineId} className={styles.line}>
                {name}: {status}
              </p>
            ))}
        </div>
        <div className={styles.end}>
          <p className={styles.id}>
            <Money paise={totalAmount} />
          </p>
          <TextLink to={orderPath(_id)} aria-label={`View Details of order ${orderID}`}>
            View Details
            <Icon name="chevron" size="xs" />
          </TextLink>
        </div>
      </div>
    </article>
  )
}

import { Link } from 'react-router-dom'

import { addressText } from '#contract/account/account.ts'
import type { Order, OrderLine } from '#contract/orders/order.ts'
import { orderPath, paths } from '#contract/pages/paths.ts'
import { OrderArrival } from '#features/orders/tracking/OrderArrival.tsx'
import { statusTone } from '#features/orders/details/OrderSummary.tsx'
import { Badge } from '#ui/feedback/Note.tsx'
import { ButtonLink, TextLink } from '#ui/forms/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { LoadingLine } from '#ui/feedback/Loading.tsx'
import { Money, paiseText } from '#ui/text/Price.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import styles from './OrderHistory.module.css'

type Props = {
  orders: Order[]
  /** Whether the page also shows orders in progress. */
  hasOrdersInProgress: boolean
  isLoading: boolean
}

const noneFound = 'No previous orders found'

/** Orders that are no longer active. */
export function OrderHistory({ orders, hasOrdersInProgress, isLoading }: Props) {
  if (isLoading) return <LoadingLine>Loading orders...</LoadingLine>
  if (orders.length === 0 && hasOrdersInProgress) return <p className={styles.none}>{noneFound}</p>
  if (orders.length === 0) {
    return (
      <EmptyState title={noneFound} level={2} art="/images/empty-orders.svg">
        <ButtonLink to={paths.home}>Continue Shopping</ButtonLink>
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
      <p className={styles.activeTitle}>
        <Icon name="truck" />
        <span>
          {orders.length === 1 ? '1 order in progress' : `${orders.length} orders in progress`}
        </span>
      </p>
      <div>
        <OrderArrival order={newest} />
        <p className={styles.place}>
          {`${orders.length > 1 ? 'Newest: ' : ''}${itemNames(newest.products)} · ${paiseText(newest.totalAmount)}`}
        </p>
        <p className={styles.place}>{`To ${addressText(newest.addressId)}`}</p>
      </div>
      <div className={styles.activeItems}>
        <OrderPhotos lines={newest.products} />
        <span className={styles.track}>
          Track order
          <Icon name="chevron" size="xs" />
        </span>
      </div>
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
        <div className={styles.details}>
          <OrderPhotos lines={products} />
          <p className={styles.line}>{itemNames(products)}</p>
          <p className={styles.place}>{addressText(order.addressId)}</p>
          {products
            .filter(({ status }) => status !== orderStatus)
            .map(({ _id: lineId, status, productId: { name } }) => (
              <p key={lineId} className={styles.line}>
                {`${name}: ${status}`}
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

/** The first item by name, and the number of the others. */
function itemNames([first, ...others]: OrderLine[]): string {
  if (others.length === 0) return first?.productId.name ?? ''
  const count = others.length === 1 ? '1 more item' : `${others.length} more items`
  return `${first?.productId.name} and ${count}`
}

/** The most photos in a row; the card links to the whole list. */
const maxPhotos = 4

/** The first item is named beside the photos. */
function OrderPhotos({ lines }: { lines: OrderLine[] }) {
  const hidden = lines.length - maxPhotos
  return (
    <div className={styles.photos}>
      {lines.slice(0, maxPhotos).map(({ _id, productId: { name, photos, tint } }, index) => (
        <span key={_id} className={styles.photo}>
          <ProductImage src={photos[0]} tint={tint} alt={index === 0 ? '' : name} />
        </span>
      ))}
      {hidden > 0 && <span className={styles.place}>{`+${hidden}`}</span>}
    </div>
  )
}

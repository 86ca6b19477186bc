import type * as v from 'valibot'
import { Link } from 'react-router-dom'

import { type DeliveryAgent, isPaid, type Order, type OrderLine } from '#contract/orders/order.ts'
import { orderPath, paths, trackingPath } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { DeliveryCode } from './DeliveryCode.tsx'
import { OrderArrival } from './OrderArrival.tsx'
import {
  DeliveryAddress,
  OrderSummary,
  variantText,
  OrderedItem,
  statusTone,
} from '#features/orders/details/OrderSummary.tsx'
import { OrderTracker, type TrackerStep, trackerSteps } from './OrderTracker.tsx'
import { ReturnDeadline } from '#features/orders/returns/ReturnButtons.tsx'
import { OrderAgeNote } from '#features/orders/details/OrderStatus.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Badge } from '#ui/feedback/Note.tsx'
import { ProgressRing } from '#ui/feedback/ProgressRing.tsx'
import { ButtonLink } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './TrackedOrder.module.css'

type Props = {
  order: Order
  /** A slot for where the rider is. */
  rider?: Elements
  notificationOffer?: Elements
  /** A slot for ways to get help with this order. */
  help?: Elements
  savedAt?: number | undefined
}

/** Shows an active order with its progress, items and amounts. */
export function TrackedOrder({ order, rider, notificationOffer, help, savedAt }: Props) {
  const { _id, products, delivery_agent: agent } = order
  const steps = trackerSteps(order)
  return (
    <div className={styles.order}>
      <OrderAgeNote savedAt={savedAt} />
      <OrderHead order={order} steps={steps} />
      <OrderTracker steps={steps} />
      <DeliveryCode order={order} />
      {rider}
      {agent && <AgentCard agent={agent} />}
      <OrderLines lines={products} />
      {notificationOffer}
      <DeliveryAddress order={order} />
      <OrderSummary order={order} />
      {help}
      <ButtonLink to={orderPath(_id)} variant="outline" isWide>
        View Details
      </ButtonLink>
    </div>
  )
}

type CompletedOrderProps = {
  order: Order
  /** A slot below each delivered item. */
  review: (line: OrderLine) => Elements
  help?: Elements
  savedAt?: number | undefined
}

/** Shows an order that was delivered, returned or cancelled since it was followed. */
export function CompletedOrder({ order, review, help, savedAt }: CompletedOrderProps) {
  const { _id, orderID, orderStatus, deliveredAt, products } = order
  return (
    <div className={styles.order}>
      <OrderAgeNote savedAt={savedAt} />
      <section className={styles.head} aria-label="Status">
        <div>
          <h1 className={styles.status}>{orderStatus}</h1>
          <p className={styles.id}>{`Order ID # ${orderID}`}</p>
          {deliveredAt && (
            <p className={styles.when}>
              Delivered <DateTime at={deliveredAt} />
            </p>
          )}
        </div>
      </section>
      <p>{endText(order)}</p>
      <ReturnDeadline order={order} />
      <OrderLines lines={products} extra={deliveredAt ? review : undefined} />
      <DeliveryAddress order={order} />
      <OrderSummary order={order} />
      {help}
      <ButtonLink to={orderPath(_id)} variant="outline" isWide>
        View Details
      </ButtonLink>
      <ButtonLink to={paths.orders} isWide>
        Go to Orders
      </ButtonLink>
    </div>
  )
}

/** How the order ended, and what is left to pay. */
function endText({ orderStatus, paymentStatus }: Order): string {
  if (orderStatus !== 'Cancelled') {
    return 'This order is completed. Check this order in your order history.'
  }
  return isPaid(paymentStatus)
    ? 'This order was cancelled. Check this order in your order history.'
    : 'This order was cancelled, and there is nothing to pay.'
}

type OrderHeadProps = { order: Order; steps: TrackerStep[] }

/** The progress of the order, as a ring, and when it arrives. */
function OrderHead({ order, steps }: OrderHeadProps) {
  const { orderStatus, orderID, createdAt } = order
  const done = steps.filter(({ state }) => state !== 'upcoming').length
  return (
    <section className={styles.head} aria-label="Status">
      <span className={styles.ring}>
        <ProgressRing size="fit" steps={steps.length} done={done} />
        <span className={styles.count}>{`${done}/${steps.length}`}</span>
      </span>
      <div>
        <h1 className={styles.status}>{orderStatus}</h1>
        <OrderArrival order={order} />
        <p className={styles.id}>{`Order ID # ${orderID}`}</p>
        <p className={styles.when}>
          <DateTime at={createdAt} />
        </p>
      </div>
    </section>
  )
}

type AgentCardProps = { agent: v.InferOutput<typeof DeliveryAgent> }

const { prefix } = rules.phone

/** The delivery agent and phone number. */
function AgentCard({ agent: { name, contactNumber } }: AgentCardProps) {
  const initials = name
    .split(' ')
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
  return (
    <section className={styles.card} aria-label="Delivery agent">
      <span className={styles.avatar} aria-hidden="true">
        {initials}
      </span>
      <div className={styles.details}>
        <p className={styles.name}>{name}</p>
        <p className={styles.more}>Delivery agent</p>
        <p className={styles.more}>{`${prefix} ${contactNumber}`}</p>
      </div>
      <a className={styles.call} href={`tel:${prefix}${contactNumber}`}>
        <Icon name="phone" size="s" />
        Call
      </a>
    </section>
  )
}

type OrderLinesProps = { lines: OrderLine[]; extra?: ((line: OrderLine) => Elements) | undefined }

/** The items, each with its status. */
function OrderLines({ lines, extra }: OrderLinesProps) {
  return (
    <section>
      <h2 className={styles.title}>Items</h2>
      <ul>
        {lines.map((line) => (
          <li key={line._id}>
            <OrderedItem line={line} details={variantText(line)}>
              <Badge tone={statusTone(line.status)}>{line.status}</Badge>
              {line.status !== 'Cancelled' && extra && <div>{extra(line)}</div>}
            </OrderedItem>
          </li>
        ))}
      </ul>
    </section>
  )
}

type TrackingLayoutProps = { side: Elements; children: Elements }

/** The chosen order, and the list of the others. */
export function TrackingLayout({ side, children }: TrackingLayoutProps) {
  return (
    <div className={styles.frame}>
      {side}
      {children}
    </div>
  )
}

type ActiveOrdersProps = { orders: Order[]; chosenId: string | undefined }

/** Lists the active orders; they are beside the chosen one on wide screens. */
export function ActiveOrders({ orders, chosenId }: ActiveOrdersProps) {
  return (
    <nav className={styles.list} aria-labelledby="active-orders">
      <h2 className={styles.layoutTitle} id="active-orders">
        Total Active Orders <span>{orders.length}</span>
      </h2>
      <ul className={styles.orders}>
        {orders.map(({ _id, orderID, orderStatus }) => (
          <li key={_id}>
            <Link
              to={trackingPath(_id)}
              replace
              className={styles.orderPanel}
              aria-current={_id === chosenId ? 'page' : undefined}
            >
              <span>{orderID}</span>
              <small>{orderStatus}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type NoActiveOrdersProps = {
  /** Whether the URL names an order. */
  hasOrderId: boolean
  /** A note with the age of the data, if the store cannot be reached. */
  ageNote: Elements
}

const art = '/images/empty-orders.svg'

/** Why there is no order to follow, and where to go instead. */
export function NoActiveOrders({ ageNote, ...why }: NoActiveOrdersProps) {
  return (
    <>
      <div className={styles.age}>{ageNote}</div>
      <NoActiveOrdersState {...why} />
    </>
  )
}

function NoActiveOrdersState({ hasOrderId }: Omit<NoActiveOrdersProps, 'ageNote'>) {
  if (!hasOrderId) {
    return (
      <EmptyState title="You dont have any active orders." art={art}>
        <ButtonLink to={paths.home}>Go to Shopping</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Order id in url is not correct." art={art}>
      <ButtonLink to={paths.tracking}>Track Order</ButtonLink>
    </EmptyState>
  )
}

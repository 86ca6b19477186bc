import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { Order } from '#contract/order.ts'
import { paths, trackingPath } from '#contract/paths.ts'
import { ButtonLink } from '#ui/forms/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import styles from './TrackingLayout.module.css'

type TrackingFrameProps = { side: ReactNode; children: ReactNode }

/** The chosen order, and the list of the others. */
export function TrackingLayout({ side, children }: TrackingFrameProps) {
  return (
    <div className={styles.frame}>
      {side}
      {children}
    </div>
  )
}

type ActiveOrdersProps = { orders: Order[]; chosenId: string | undefined }

/** All active orders; beside the chosen one on wide screens. */
export function ActiveOrders({ orders, chosenId }: ActiveOrdersProps) {
  return (
    <nav className={styles.list} aria-labelledby="active-orders">
      <h2 className={styles.title} id="active-orders">
        Total Active Orders <span>{orders.length}</span>
      </h2>
      <ul className={styles.orders}>
        {orders.map(({ _id, orderID, orderStatus }) => (
          <li key={_id}>
            <Link
              to={trackingPath(_id)}
              replace
              className={styles.order}
              aria-current={_id === chosenId ? 'page' : undefined}
            >
              {orderID}
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
  isAsked: boolean
  /** Whether it is one of the customer's past orders. */
  isDone: boolean
  /** How old this is, while the store cannot be asked. */
  age: ReactNode
}

const art = '/images/empty-orders.svg'

/** Why there is no order to follow, and where to go instead. */
export function NoActiveOrders({ age, ...why }: NoActiveOrdersProps) {
  return (
    <>
      <div className={styles.age}>{age}</div>
      <NoActiveOrdersState {...why} />
    </>
  )
}

function NoActiveOrdersState({ isAsked, isDone }: Omit<NoActiveOrdersProps, 'age'>) {
  if (!isAsked) {
    return (
      <EmptyState title="You dont have any active orders." art={art}>
        <ButtonLink to={paths.home}>Go to Shopping</ButtonLink>
      </EmptyState>
    )
  }
  if (!isDone) {
    return (
      <EmptyState title="Order id in url is not correct." art={art}>
        <ButtonLink to={paths.tracking}>Track Order</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="This order is completed. Check this order in your order history." art={art}>
      <ButtonLink to={paths.orders}>Go to Orders</ButtonLink>
    </EmptyState>
  )
}

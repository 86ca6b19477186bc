import { Link } from 'react-router-dom'

import type { Order } from '#contract/order.ts'
import { trackingPath } from '#contract/paths.ts'
import styles from './ActiveOrders.module.css'

type Props = { orders: Order[]; chosenId: string | undefined }

/** All that is on its way; beside the chosen one where there is room. */
export function ActiveOrders({ orders, chosenId }: Props) {
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

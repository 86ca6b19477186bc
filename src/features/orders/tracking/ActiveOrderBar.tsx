import { useEffect } from 'react'
import { Link } from 'react-router-dom'

import type { Order } from '#contract/orders/order.ts'
import { trackingPath } from '#contract/pages/paths.ts'
import { useNow } from '#platform/rendering/useNow.ts'
import { useStoreTerms } from '#platform/api/storeFacts.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './ActiveOrderBar.module.css'
import { orderArrival } from './OrderArrival.tsx'
import { useActiveOrders, useOrders } from '#features/orders/useOrders.ts'

type Props = { isShown: boolean }

/**
 * The customer's newest order under way and when it arrives, above the bars at the bottom of a page. The
 * number of such orders is the badge of the installed store.
 */
export function ActiveOrderBar({ isShown }: Props) {
  const orders = useActiveOrders()
  const count = orders?.length
  useEffect(() => {
    if (count !== undefined) void setBadge(count)
  }, [count])
  const [order] = orders ?? []
  if (!isShown || !order) return null
  return (
    <aside className={styles.place} aria-label="Your order" data-active-order>
      <OrderUpdates />
      <OrderLink order={order} />
    </aside>
  )
}

/** Only an order under way is listened to. */
function OrderUpdates() {
  useOrders()
  return null
}

function OrderLink({ order }: { order: Order }) {
  const now = useNow()
  const terms = useStoreTerms()
  const arrival = now && orderArrival(order, now, terms)
  return (
    <Link to={trackingPath(order._id)} className={styles.bar}>
      <Icon name="truck" />
      <span className={styles.texts}>
        <b>{order.orderStatus}</b>
        {arrival && <span>{arrival.text}</span>}
      </span>
      <span className={styles.track}>Track</span>
    </Link>
  )
}

/** Shown by the home screen's icon, where the system has badges. */
async function setBadge(count: number): Promise<void> {
  await navigator.setAppBadge?.(count).catch(() => undefined)
}

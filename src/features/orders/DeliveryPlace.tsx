import { addressText } from '#contract/account.ts'
import { isActive, type Order } from '#contract/order.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import styles from './DeliveryPlace.module.css'

/** The delivery address and receiver of an order. */
export function DeliveryPlace({ order }: { order: Order }) {
  const { addressId: address, receiver } = order
  return (
    <Panel title={placeTitle(order)}>
      <p className={styles.words}>{addressText(address)}</p>
      {receiver && (
        <p className={styles.words}>
          {receiver.name}, +91 {receiver.contactNumber}
        </p>
      )}
    </Panel>
  )
}

function placeTitle({ orderStatus }: Order): string {
  if (isActive(orderStatus)) return 'Delivering to'
  return orderStatus === 'Cancelled' ? 'Delivery address' : 'Delivered to'
}

import { useState } from 'react'

import type { Order } from '#contract/orders/order.ts'
import { AgeNote } from '#ui/feedback/AgeNote.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './OrderStatus.module.css'

type Statuses = Record<string, string>

/** The latest status changes of the orders, as sentences for screen readers. */
function useStatusAnnouncement(orders: Order[]): string {
  const now = JSON.stringify(statusesOf(orders))
  const [last, setLast] = useState({ statuses: now, announcement: '' })
  if (last.statuses !== now) {
    const announcement = changesSince(JSON.parse(last.statuses) as Statuses, orders)
    setLast({ statuses: now, announcement: announcement || last.announcement })
  }
  return last.announcement
}

function statusesOf(orders: Order[]): Statuses {
  const whole = orders.map(({ _id, orderStatus }) => [_id, orderStatus])
  const lines = orders.flatMap(({ products }) => products.map(({ _id, status }) => [_id, status]))
  return Object.fromEntries([...whole, ...lines]) as Statuses
}

/** Lines with the same change as their order are not named. */
function changesSince(before: Statuses, orders: Order[]): string {
  const isNew = (id: string, status: string) => before[id] !== undefined && before[id] !== status
  return orders
    .flatMap(({ _id, orderID, orderStatus, products }) => {
      if (isNew(_id, orderStatus)) return [`Order ${orderID}: ${orderStatus}.`]
      return products
        .filter((line) => isNew(line._id, line.status))
        .map((line) => `${line.productId.name}: ${line.status}.`)
    })
    .join(' ')
}

/** A live region that announces status changes. */
export function StatusAnnouncer({ orders }: { orders: Order[] }) {
  const announcement = useStatusAnnouncement(orders)
  return (
    <div role="status" aria-label="Order updates" className={styles.status}>
      <VisuallyHidden>{announcement}</VisuallyHidden>
    </div>
  )
}

/** Shows the age of saved orders while the store cannot be reached. `savedAt` is in ms since 1970. */
export function OrderAgeNote({ savedAt }: { savedAt: number | undefined }) {
  return (
    <AgeNote savedAt={savedAt} icon="clock" upToDateText="The status is up to date.">
      {(age) => `Saved on this device ${age}. The status may have changed since.`}
    </AgeNote>
  )
}

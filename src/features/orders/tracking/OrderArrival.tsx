import { arrivalText, estimateArrival } from '#contract/delivery/deliveryPromise.ts'
import { minuteMs } from '#contract/values/indianTime.ts'
import { isActive, type Order } from '#contract/orders/order.ts'
import { useNow } from '#platform/rendering/useNow.ts'
import { useStoreTerms } from '#platform/api/storeFacts.ts'
import type { StoreTerms } from '#contract/store/storeTerms.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './OrderArrival.module.css'

/** When an order under way arrives: as promised, counting down, or the new estimate if it is late. */
export function OrderArrival({ order }: { order: Order }) {
  const now = useNow()
  const terms = useStoreTerms()
  const arrival = now && orderArrival(order, now, terms)
  if (!arrival) return null
  return (
    <p className={styles.arrival} data-late={arrival.isLate || undefined}>
      <Icon name="clock" size="s" />
      <span>{arrival.text}</span>
    </p>
  )
}

/** A longer wait is not counted in minutes. */
const maxCountdownMinutes = 120

/** The arrival time as a text; undefined if the order is neither open nor on its way. */
export function orderArrival(
  { orderStatus, promisedBy, history, createdAt }: Order,
  now: Date,
  terms?: StoreTerms,
): { text: string; isLate: boolean } | undefined {
  if (!isActive(orderStatus) || !promisedBy) return undefined
  if (orderStatus === 'Arrived') return { text: 'Your order is at your door', isLate: false }
  if (orderStatus === 'Size Trialing') {
    return { text: 'Take your time to try everything on', isLate: false }
  }
  const order = {
    promisedBy: new Date(promisedBy),
    status: orderStatus,
    statusSince: new Date(history.at(-1)?.at ?? createdAt),
  }
  const { by, isLate } = estimateArrival(order, now, terms)
  const minutes = Math.ceil((by.getTime() - now.getTime()) / minuteMs)
  const countdown =
    minutes > 0 && minutes <= maxCountdownMinutes
      ? ` · in ${minutes} ${minutes === 1 ? 'min' : 'mins'}`
      : ''
  const time = arrivalText(by, now, terms) + countdown
  return { text: isLate ? `Running late, now arriving ${time}` : `Arrives ${time}`, isLate }
}

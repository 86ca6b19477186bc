import { arrivalText, isOpenAt, promiseDelivery } from '#contract/deliveryPromise.ts'
import type { Delivery } from '#contract/location.ts'
import { useNow } from '#platform/rendering/useNow.ts'
import { Spinner } from '#ui/feedback/Loading.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './DeliveryPromise.module.css'
import { useDelivery } from './locationAtom.ts'

/** 'Delivery in N mins' at the chosen place, or that nothing is delivered there; for the header. */
export function DeliveryBanner({ look = 'line' }: { look?: 'line' | 'badge' }) {
  const { minutes, isServiceable } = useDelivery()
  const now = useNow()
  const isClosed = now !== undefined && !isOpenAt(now)
  if (!isServiceable) return <Unserviceable look={look} />
  return (
    <span className={styles.promise} data-look={look}>
      {isClosed ? <Icon name="moon" size="s" /> : <Spinner />}
      <span>{look === 'badge' ? `${minutes} mins` : `Delivery in ${minutes} mins`}</span>
      {isClosed && <VisuallyHidden>from 9 AM</VisuallyHidden>}
    </span>
  )
}

type ArrivalTimeProps = {
  /** The answer for the address: null if nothing is delivered there, undefined while none is known. */
  delivery: Delivery | null | undefined
}

/** 'Arrives by 4:35 pm' for an order placed now. The server, which renders for everyone, names the minutes. */
export function ArrivalTime({ delivery }: ArrivalTimeProps) {
  const now = useNow()
  if (!now) return <DeliveryBanner />
  const promise = promiseDelivery({ delivery, at: now })
  if (!promise.isAvailable) return <Unserviceable look="line" />
  return (
    <span className={styles.promise}>
      {isOpenAt(now) ? <Spinner /> : <Icon name="moon" size="s" />}
      Arrives {arrivalText(promise.by, now)}
    </span>
  )
}

function Unserviceable({ look }: { look: 'line' | 'badge' }) {
  return (
    <span className={styles.promise} data-look={look} data-unserviceable>
      <Icon name="info" size="s" />
      Unserviceable
    </span>
  )
}

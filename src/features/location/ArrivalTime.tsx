import { isOpenAt } from '#contract/delivery/deliveryHours.ts'
import { arrivalText, promiseDelivery } from '#contract/delivery/deliveryPromise.ts'
import type { Delivery } from '#contract/delivery/location.ts'
import { useNow } from '#platform/rendering/useNow.ts'
import { useStoreTerms } from '#platform/api/storeFacts.ts'
import { Spinner } from '#ui/feedback/Loading.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Unserviceable } from './DeliveryBanner.tsx'
import styles from './DeliveryBanner.module.css'

type ArrivalTimeProps = {
  /** The delivery to the address: null if there is none, undefined until it was checked. */
  delivery: Delivery | null | undefined
  /** The promise of an order that is being placed, which no longer changes. */
  promisedBy?: Date | undefined
}

/** 'Arrives by 4:35 pm' for an order placed now. Nothing is promised to an address that was not checked. */
export function ArrivalTime({ delivery, promisedBy }: ArrivalTimeProps) {
  const now = useNow()
  const terms = useStoreTerms()
  const arrival = useArrival(delivery)
  if (delivery === null) return <Unserviceable look="line" />
  const by = promisedBy ?? arrival
  if (!now || !by) return null
  return (
    <span className={styles.promise} data-uncovered>
      {isOpenAt(now, terms) ? <Spinner /> : <Icon name="moon" size="s" />}
      <span>{`Arrives ${arrivalText(by, now, terms)}`}</span>
    </span>
  )
}

/** When an order placed now arrives at an address that was checked. */
export function useArrival(delivery: Delivery | null | undefined): Date | undefined {
  const now = useNow()
  const terms = useStoreTerms()
  if (!now || !delivery) return undefined
  const promise = promiseDelivery({ delivery, at: now, terms })
  return promise.isAvailable ? promise.by : undefined
}

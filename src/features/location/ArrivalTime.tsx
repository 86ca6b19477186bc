import { isOpenAt } from '#contract/deliveryHours.ts'
import { arrivalText, promiseDelivery } from '#contract/deliveryPromise.ts'
import type { Delivery } from '#contract/location.ts'
import { useNow } from '#platform/rendering/useNow.ts'
import { Spinner } from '#ui/feedback/Loading.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { DeliveryBanner, Unserviceable } from './DeliveryBanner.tsx'
import styles from './DeliveryBanner.module.css'

type ArrivalTimeProps = {
  /** The delivery to the address: null if there is none, undefined until it is known. */
  delivery: Delivery | null | undefined
}

/**
 * 'Arrives by 4:35 pm' for an order placed now. The server renders the same page for everyone, so
 * its HTML has the number of minutes instead.
 */
export function ArrivalTime({ delivery }: ArrivalTimeProps) {
  const now = useNow()
  if (!now) return <DeliveryBanner />
  const promise = promiseDelivery({ delivery, at: now })
  if (!promise.isAvailable) return <Unserviceable look="line" />
  return (
    <span className={styles.promise} data-uncovered>
      {isOpenAt(now) ? <Spinner /> : <Icon name="moon" size="s" />}
      <span>{`Arrives ${arrivalText(promise.by, now)}`}</span>
    </span>
  )
}

import { deliverySpeed, isOpenAt } from '#contract/delivery/deliveryHours.ts'
import { useNow } from '#platform/rendering/useNow.ts'
import { useStoreTerms } from '#platform/api/storeFacts.ts'
import { Spinner } from '#ui/feedback/Loading.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './DeliveryBanner.module.css'
import { useDelivery } from './locationAtom.ts'

/**
 * How soon an order placed now arrives at the chosen place: '60 mins', 'tomorrow' or 'today'. Undefined
 * where nothing is delivered.
 */
export function useDeliverySpeed(): string | undefined {
  const { delivery, isServiceable } = useDelivery()
  const now = useNow()
  const terms = useStoreTerms()
  return isServiceable ? deliverySpeed(delivery, now, terms) : undefined
}

/** 'in 60 mins', 'tomorrow' or 'today', from the result of `useDeliverySpeed`. */
export const speedPhrase = (speed: string): string =>
  speed.endsWith('mins') ? `in ${speed}` : speed

/** 'Tomorrow', for a speed that stands alone. */
export const speedTitle = (speed: string): string => speed.charAt(0).toUpperCase() + speed.slice(1)

/** 'Delivery in N mins' at the chosen place, or that nothing is delivered there. */
export function DeliveryBanner({ look = 'line' }: { look?: 'line' | 'badge' }) {
  const speed = useDeliverySpeed()
  const now = useNow()
  const terms = useStoreTerms()
  if (speed === undefined) return <Unserviceable look={look} />
  return (
    <span className={styles.promise} data-look={look}>
      {now && !isOpenAt(now, terms) ? <Icon name="moon" size="s" /> : <Spinner />}
      <span>{look === 'badge' ? speedTitle(speed) : `Delivery ${speedPhrase(speed)}`}</span>
    </span>
  )
}

export function Unserviceable({ look }: { look: 'line' | 'badge' }) {
  return (
    <span className={styles.promise} data-look={look} data-unserviceable>
      <Icon name="info" size="s" />
      Unserviceable
    </span>
  )
}

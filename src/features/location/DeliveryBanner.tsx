import { isOpenAt } from '#contract/deliveryHours.ts'
import { useNow } from '#platform/rendering/useNow.ts'
import { Spinner } from '#ui/feedback/Loading.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './DeliveryBanner.module.css'
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
      {isClosed && <VisuallyHidden>from 9 am</VisuallyHidden>}
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

import { Icon } from '#ui/Icon.tsx'
import { Ring } from '#ui/Ring.tsx'
import styles from './DeliveryPromise.module.css'
import { useDelivery } from './useDelivery.ts'

type Props = { look?: 'line' | 'badge' }

/** 'Delivery in N mins' at the chosen place, or that nothing is delivered there. */
export function DeliveryPromise({ look = 'line' }: Props) {
  const { minutes, isServiceable } = useDelivery()
  return (
    <span
      className={styles.promise}
      data-look={look}
      data-unserviceable={!isServiceable || undefined}
    >
      {isServiceable ? <Ring /> : <Icon name="info" size="s" />}
      {!isServiceable
        ? 'Unserviceable'
        : look === 'badge'
          ? `${minutes} mins`
          : `Delivery in ${minutes} mins`}
    </span>
  )
}

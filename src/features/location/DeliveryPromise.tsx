import { rules } from '#contract/rules.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { Spinner } from '#ui/feedback/Loading.tsx'
import styles from './DeliveryPromise.module.css'
import { useDelivery } from './locationAtom.ts'

const { untilHour } = rules.sleepingMode

type Props = {
  look?: 'line' | 'badge'
  /** Orders placed at night are delivered in the morning. */
  isAtNight?: boolean
}

/** 'Delivery in N mins' at the chosen place, or that nothing is delivered there. */
export function DeliveryPromise({ look = 'line', isAtNight }: Props) {
  const { minutes, isServiceable } = useDelivery()
  const text = look === 'badge' ? `${minutes} mins` : `Delivery in ${minutes} mins`
  if (isAtNight) {
    return (
      <span className={styles.promise} data-look={look}>
        <Icon name="moon" size="s" />
        Delivery after {untilHour} AM
      </span>
    )
  }
  return (
    <span
      className={styles.promise}
      data-look={look}
      data-unserviceable={!isServiceable || undefined}
    >
      {isServiceable ? <Spinner /> : <Icon name="info" size="s" />}
      {isServiceable ? text : 'Unserviceable'}
    </span>
  )
}

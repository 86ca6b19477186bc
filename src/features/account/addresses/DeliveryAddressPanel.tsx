import type { Receiver } from '#contract/cart/cart.ts'
import { Panel } from '#ui/layout/Columns.tsx'
import { Skeleton } from '#ui/feedback/Loading.tsx'
import { PendingBadge } from '#ui/feedback/Note.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './DeliveryAddressPanel.module.css'

type Props = {
  /** Undefined until an address is chosen. */
  text: string | undefined
  /** The receiver, if it is not the customer. */
  receiver?: Receiver | null | undefined
  /** Set while the chosen address is loading. */
  isLoading?: boolean
  /** Set while a change of the address is not sent yet. */
  isPending?: boolean
  /** The arrival time at this address, or without one at the chosen place. */
  arrival?: Elements
  /** Opens the choice of another address. */
  change?: Elements
}

/** The delivery address of the bag. */
export function DeliveryAddressPanel({
  text,
  receiver,
  isLoading = false,
  isPending = false,
  arrival,
  change,
}: Props) {
  return (
    <Panel title="Delivering to" aside={change}>
      {text === undefined && isLoading ? (
        <Skeleton shape="line" />
      ) : (
        <p className={styles.text}>{text ?? 'No address chosen yet'}</p>
      )}
      {isPending && <PendingBadge />}
      {(text !== undefined || !isLoading) && arrival}
      {receiver && (
        <p className={styles.text}>{`Receiver: ${receiver.name}, ${receiver.contactNumber}`}</p>
      )}
    </Panel>
  )
}

import type { ReactNode } from 'react'

import type { Receiver } from '#contract/cart.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { WaitingBadge } from '#ui/feedback/WaitingBadge.tsx'
import styles from './DeliveringTo.module.css'

type Props = {
  /** Undefined as long as nothing was chosen. */
  text: string | undefined
  /** Who takes the parcel if it is not the customer. */
  receiver?: Receiver | null | undefined
  /** What was chosen is not known yet. */
  isWaiting?: boolean
  /** The server does not have the address as it is shown. */
  isUnsent?: boolean
  /** The way to another place. */
  change?: ReactNode
}

/** Where the parcel goes. */
export function DeliveringTo({
  text,
  receiver,
  isWaiting = false,
  isUnsent = false,
  change,
}: Props) {
  return (
    <Panel title="Delivering to" aside={change}>
      {text === undefined && isWaiting ? (
        <Skeleton shape="line" />
      ) : (
        <p className={styles.text}>{text ?? 'No address chosen yet'}</p>
      )}
      {isUnsent && <WaitingBadge />}
      {receiver && (
        <p className={styles.text}>
          Received by {receiver.name}, {receiver.contactNumber}
        </p>
      )}
    </Panel>
  )
}

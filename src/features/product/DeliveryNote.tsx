import type { ReactNode } from 'react'

import { TextButton } from '#ui/TextButton.tsx'
import styles from './DeliveryNote.module.css'

type Props = {
  /** 'Delivery in N mins', or that nothing is delivered there. */
  promise: ReactNode
  isServiceable: boolean
  addressText: string | undefined
  onChange: () => void
}

/** How soon it can be there, and where that is. */
export function DeliveryNote({ promise, isServiceable, addressText, onChange }: Props) {
  return (
    <div className={styles.note} data-unserviceable={!isServiceable || undefined}>
      <div className={styles.words}>
        {promise}
        <span className={styles.place}>
          {isServiceable ? addressText && `to ${addressText}` : 'Choose another address'}
        </span>
      </div>
      <TextButton onClick={onChange}>{addressText ? 'Change' : 'Choose address'}</TextButton>
    </div>
  )
}

import { useSetAtom } from 'jotai'

import { rules } from '#contract/rules.ts'
import { locationDialogAtom, useDelivery } from '#features/location/locationAtom.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './AddressButton.module.css'

const { maxShownLetters } = rules.address

/** The delivery address, shortened; opens the search for another place. */
export function AddressButton() {
  const { addressText } = useDelivery()
  const open = useSetAtom(locationDialogAtom)
  return (
    <button type="button" className={styles.button} onClick={() => open('search')}>
      <Icon name="pin" size="s" />
      <span className={styles.text}>{addressText ? cut(addressText) : 'Choose Address'}</span>
      <Icon name="chevron-down" size="xs" />
    </button>
  )
}

export function cut(text: string): string {
  return text.length > maxShownLetters ? `${text.slice(0, maxShownLetters).trimEnd()}…` : text
}

import { useState } from 'react'

import { type Address, addressText } from '#contract/account/account.ts'
import { Button, TextButton } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { LoadingLine } from '#ui/feedback/Loading.tsx'
import { OptionCard } from '#ui/forms/SelectionControls.tsx'
import { PendingBadge } from '#ui/feedback/Note.tsx'
import styles from './AddressPicker.module.css'
import { IncompleteNote } from './AddressTiles.tsx'
import { usePendingAddressIds } from './useAddresses.ts'

type Props = {
  addresses: Address[]
  isLoading: boolean
  /** There may be more that could not be loaded. */
  isIncomplete: boolean
  chosenId: string | undefined
  /** The chosen address as this device remembers it, while it is not among `addresses`. */
  storedAddress: { addressId: string; text: string } | undefined
  onChoose: (address: Address) => void
  onAdd: () => void
  onRemove: (address: Address) => void
  onClose: () => void
}

/** Choice of a saved address or a new one. */
export function AddressPicker(props: Props) {
  const { addresses, isLoading, isIncomplete, chosenId, storedAddress } = props
  const { onChoose, onAdd, onRemove, onClose } = props
  const pendingIds = usePendingAddressIds()
  const [pickedId, pick] = useState(chosenId)
  const isRemembered = storedAddress !== undefined && storedAddress.addressId === pickedId
  const picked = isRemembered
    ? undefined
    : (addresses.find(({ _id }) => _id === pickedId) ?? addresses[0])

  return (
    <Dialog
      title="Select Delivery Address"
      onClose={onClose}
      footer={
        <Button
          isWide
          disabled={!picked && !isRemembered}
          onClick={() => (picked ? onChoose(picked) : onClose())}
        >
          Deliver here
        </Button>
      }
    >
      <div className={styles.list}>
        {isLoading && <LoadingLine>Loading addresses...</LoadingLine>}
        {isIncomplete && <IncompleteNote />}
        {!isLoading && !isIncomplete && addresses.length === 0 && (
          <p>No addresses found. Add a new address below.</p>
        )}
        {storedAddress && (
          <OptionCard
            name="address"
            title={<span className={styles.label}>{storedAddress.text.split(', ')[0]}</span>}
            checked={isRemembered}
            onChange={() => pick(storedAddress.addressId)}
          >
            {storedAddress.text.split(', ').slice(1).join(', ')}
          </OptionCard>
        )}
        {addresses.map((address) => (
          <OptionCard
            key={address._id}
            name="address"
            title={<span className={styles.label}>{address.label.toUpperCase()}</span>}
            aside={pendingIds.has(address._id) && <PendingBadge />}
            checked={address === picked}
            onChange={() => pick(address._id)}
          >
            <span>{addressText(address).slice(address.label.length + 2)}</span>
            <div className={styles.remove}>
              <TextButton
                isRemoval
                aria-label={`Remove ${address.label}, ${address.street}`}
                onClick={() => onRemove(address)}
              >
                Remove
              </TextButton>
            </div>
          </OptionCard>
        ))}
        <Button variant="outline" isWide onClick={onAdd}>
          <Icon name="plus" size="s" />
          <span>Add New Address</span>
        </Button>
      </div>
    </Dialog>
  )
}

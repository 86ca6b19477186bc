import { useState } from 'react'

import { type Address, addressText } from '#contract/account/account.ts'
import { toastPendingChange } from '#platform/outbox/pendingChanges.ts'
import { toastSuccess, toastServerMessageOr } from '#platform/toasts.ts'
import { LoadingLine } from '#ui/feedback/Loading.tsx'
import { Badge, PendingBadge, Note } from '#ui/feedback/Note.tsx'
import { TextButton, Button } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './AddressTiles.module.css'
import { usePendingAddressIds, useAddresses } from './useAddresses.ts'

type AddressTilesProps = {
  addresses: Address[]
  isLoading: boolean
  /** There may be more that could not be loaded. */
  isIncomplete: boolean
  /** The address chosen for delivery. */
  chosenId: string | undefined
  onAdd: () => void
  onChange: (address: Address) => void
  onRemove: (address: Address) => void
}

/** Says that the list may be incomplete. */
export const IncompleteNote = () => (
  <Note icon="wifi-off">We couldn’t load all your saved addresses yet. We’ll keep trying.</Note>
)

/** A tile per saved address, and a tile to add an address. */
export function AddressTiles(props: AddressTilesProps) {
  const { addresses, isLoading, isIncomplete, chosenId, onAdd, onChange, onRemove } = props
  const pendingIds = usePendingAddressIds()
  // All tiles are rendered together, because late ones would move the tile that adds an address.
  if (isLoading) return <LoadingLine>Loading addresses...</LoadingLine>
  return (
    <>
      {isIncomplete && <IncompleteNote />}
      {addresses.length === 0 && !isIncomplete && (
        <div className={styles.none}>
          <img src="/images/empty-addresses.svg" alt="" width={152} height={152} />
          <p>No addresses found. Add a new address below.</p>
        </div>
      )}
      <ul className={styles.tiles}>
        {addresses.map((address) => {
          const { _id, label, street, city, state, postalCode } = address
          return (
            <li key={_id} className={styles.tile}>
              <p className={styles.head}>
                <b>{label.toUpperCase()}</b>
                {_id === chosenId && <Badge tone="mint">Delivering here</Badge>}
                {pendingIds.has(_id) && <PendingBadge />}
              </p>
              <p>{street}</p>
              <p className={styles.place}>{[city, state, postalCode].filter(Boolean).join(', ')}</p>
              <p className={styles.actions}>
                <TextButton onClick={() => onChange(address)}>Change Address</TextButton>
                <TextButton
                  isRemoval
                  aria-label={`Remove ${label}`}
                  onClick={() => onRemove(address)}
                >
                  Remove
                </TextButton>
              </p>
            </li>
          )
        })}
        <li>
          <button type="button" className={styles.add} onClick={onAdd}>
            <Icon name="plus" />
            Add New Address
          </button>
        </li>
      </ul>
    </>
  )
}

const couldNotDelete = toastServerMessageOr('Failed to delete address!')

type RemoveAddressDialogProps = {
  address: Address
  onRemoved: (addressId: string) => void
  onClose: () => void
}

/** Asks for confirmation before an address is removed, and reports the result. */
export function RemoveAddressDialog({ address, onRemoved, onClose }: RemoveAddressDialogProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const { remove } = useAddresses()
  async function confirm() {
    setIsRemoving(true)
    await remove(address).then((submission) => {
      onRemoved(address._id)
      return submission === 'sent'
        ? toastSuccess('Address deleted successfully!')
        : toastPendingChange()
    }, couldNotDelete)
    onClose()
  }
  return (
    <Dialog
      title="Remove this address?"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" isWide disabled={isRemoving} onClick={onClose}>
            Keep address
          </Button>
          <Button
            variant="danger"
            isWide
            isBusy={isRemoving}
            busyText="Removing..."
            onClick={() => void confirm()}
          >
            Remove
          </Button>
        </>
      }
    >
      <p>{addressText(address)}</p>
    </Dialog>
  )
}

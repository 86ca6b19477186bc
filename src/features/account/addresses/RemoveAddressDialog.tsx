import { useState } from 'react'

import { type Address, addressText } from '#contract/account.ts'
import { toastWaiting } from '#platform/outbox/waiting.ts'
import { toastSuccess, toastServerMessageOr } from '#platform/toasts.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useAddresses } from './useAddresses.ts'

const couldNotDelete = toastServerMessageOr('Failed to delete address!')

type Props = {
  address: Address
  onRemoved: (addressId: string) => void
  onClose: () => void
}

/** Asks for confirmation before an address is removed, and reports the result. */
export function RemoveAddressDialog({ address, onRemoved, onClose }: Props) {
  const [isRemoving, setIsRemoving] = useState(false)
  const { remove } = useAddresses()
  async function confirm() {
    setIsRemoving(true)
    await remove(address).then((submission) => {
      onRemoved(address._id)
      return submission === 'sent' ? toastSuccess('Address deleted successfully!') : toastWaiting()
    }, couldNotDelete)
    onClose()
  }
  return (
    <Dialog
      title="Remove this address?"
      onClose={onClose}
      footer={
        <>
          <Button variant="line" isWide disabled={isRemoving} onClick={onClose}>
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

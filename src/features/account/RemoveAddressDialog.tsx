import { useState } from 'react'

import { type Address, addressText } from '#contract/address.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'

type Props = {
  address: Address
  /** Removes it and shows a message, whether that worked or not. */
  onRemove: (address: Address) => Promise<void>
  onClose: () => void
}

export function RemoveAddressDialog({ address, onRemove, onClose }: Props) {
  const [isRemoving, setIsRemoving] = useState(false)
  async function remove() {
    setIsRemoving(true)
    await onRemove(address)
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
            onClick={() => void remove()}
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

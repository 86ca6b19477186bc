import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'

type Props = {
  orderID: string
  isCancelling: boolean
  onCancel: () => void
  onClose: () => void
}

/** Asks for confirmation before an order is cancelled. */
export function CancelDialog({ orderID, isCancelling, onCancel, onClose }: Props) {
  return (
    <Dialog
      title="Cancel order?"
      onClose={onClose}
      footer={
        <>
          <Button variant="line" isWide onClick={onClose} disabled={isCancelling}>
            Keep order
          </Button>
          <Button isWide onClick={onCancel} isBusy={isCancelling} busyText="Cancelling...">
            Cancel order
          </Button>
        </>
      }
    >
      <p>Cancel all items in order {orderID}?</p>
    </Dialog>
  )
}

import type { CartLine } from '#contract/cart.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { SmallProduct } from '#ui/text/SmallProduct.tsx'

type Props = {
  line: CartLine
  onRemove: () => void
  /** Out of the bag, but not out of mind. */
  onMove: () => void
  onClose: () => void
}

/** Asks once more before a line goes. */
export function RemoveDialog({ line, onRemove, onMove, onClose }: Props) {
  return (
    <Dialog
      title="Remove from bag?"
      onClose={onClose}
      footer={
        <>
          <Button variant="line" isWide onClick={onMove}>
            Move to wishlist
          </Button>
          <Button isWide onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      <SmallProduct product={line.productId} choice={`Size ${line.size} · Qty ${line.quantity}`} />
    </Dialog>
  )
}

import type { CartLine } from '#contract/cart.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { SmallProduct } from '#ui/text/SmallProduct.tsx'

type RemoveDialogProps = {
  line: CartLine
  onRemove: () => void
  /** Moves the item to the wishlist instead. */
  onMove: () => void
  onClose: () => void
}

/** Asks for confirmation before a line is removed. */
export function RemoveDialog({ line, onRemove, onMove, onClose }: RemoveDialogProps) {
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

type MoveToWishlistDialogProps = { line: CartLine; onMove: () => void; onClose: () => void }

/** Asks for confirmation before a line is moved to the wishlist. */
export function MoveToWishlistDialog({ line, onMove, onClose }: MoveToWishlistDialogProps) {
  return (
    <Dialog
      title="Move to wishlist?"
      onClose={onClose}
      footer={
        <>
          <Button variant="line" isWide onClick={onClose}>
            Keep in bag
          </Button>
          <Button isWide onClick={onMove}>
            Move
          </Button>
        </>
      }
    >
      <SmallProduct product={line.productId} choice={`Size ${line.size} · Qty ${line.quantity}`} />
    </Dialog>
  )
}

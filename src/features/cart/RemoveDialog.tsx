import type { CartLine } from '#contract/cart.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ProductPicture } from '#ui/ProductPicture.tsx'
import styles from './RemoveDialog.module.css'

type Props = { line: CartLine; onRemove: () => void; onClose: () => void }

/** Asks once more before a line goes. */
export function RemoveDialog({ line, onRemove, onClose }: Props) {
  const { brand, name, photos, tint } = line.productId
  return (
    <Dialog
      title="Remove from bag?"
      onClose={onClose}
      footer={
        <>
          <Button variant="line" isWide onClick={onClose}>
            Keep
          </Button>
          <Button isWide onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      <div className={styles.line}>
        <span className={styles.photo}>
          <ProductPicture src={photos[0]} tint={tint} />
        </span>
        <div>
          <p className={styles.brand}>{brand.name}</p>
          <p className={styles.name}>{name}</p>
          <p className={styles.choice}>
            Size {line.size} · Qty {line.quantity}
          </p>
        </div>
      </div>
    </Dialog>
  )
}

import { paths } from '#contract/paths.ts'
import { Button, ButtonLink } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './MissingItemsDialog.module.css'

type Props = {
  missing: string[]
  /** Whether other items of the order were added to the bag. */
  hasRest: boolean
  onClose: () => void
}

/** Names items of an order that are no longer available. */
export function MissingItemsDialog({ missing, hasRest, onClose }: Props) {
  return (
    <Dialog
      title="No longer available"
      onClose={onClose}
      footer={
        hasRest ? (
          <ButtonLink to={paths.cart} isWide>
            Go to Bag
          </ButtonLink>
        ) : (
          <Button isWide onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      <p>
        {hasRest
          ? "We've added everything else to your bag."
          : "We didn't add anything to your bag."}
      </p>
      <ul className={styles.names}>
        {missing.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Dialog>
  )
}

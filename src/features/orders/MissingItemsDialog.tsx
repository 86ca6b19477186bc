import { paths } from '#contract/paths.ts'
import { Button, ButtonLink } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './MissingItemsDialog.module.css'

type Props = {
  missing: string[]
  /** Whether something else of the order is in the bag now. */
  hasRest: boolean
  onClose: () => void
}

/** Names what an order had that cannot be had any more. */
export function MissingDialog({ missing, hasRest, onClose }: Props) {
  return (
    <Dialog
      title="Not available any more"
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
      <p>{hasRest ? 'All else is in your bag.' : 'Nothing was put into your bag.'}</p>
      <ul className={styles.names}>
        {missing.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Dialog>
  )
}

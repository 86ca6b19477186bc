import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './LocationPopup.module.css'

type Props = { onManual: () => void; onClose: () => void }

export function UnserviceableDialog({ onManual, onClose }: Props) {
  return (
    <Dialog title="We are not serviceable in your area." onClose={onClose}>
      <p className={styles.text}>We will soon be available in your area.</p>
      <div className={styles.ways}>
        <Button isWide onClick={onManual}>
          Enter manually
        </Button>
        <Button variant="line" isWide onClick={onClose}>
          Continue Shopping
        </Button>
      </div>
    </Dialog>
  )
}

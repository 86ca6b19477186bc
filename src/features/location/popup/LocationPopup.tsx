import type { Place } from '#contract/location.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './LocationPopup.module.css'
import { useDetection } from '#features/location/places/useDetection.ts'

type Props = { onFound: (place: Place) => void; onManual: () => void; onClose: () => void }

/** The first question of a visit: where are you? */
export function LocationPopup({ onFound, onManual, onClose }: Props) {
  const { isDetecting, detect } = useDetection(onFound)
  return (
    <Dialog title="Change Location" onClose={onClose}>
      <p className={styles.text}>Set your location to see what we can deliver in 60 mins.</p>
      <div className={styles.ways}>
        <Button variant="go" isWide isBusy={isDetecting} busyText="Fetching..." onClick={detect}>
          <Icon name="target" size="s" />
          Detect my location
        </Button>
        <Button variant="line" isWide onClick={onManual}>
          Enter manually
        </Button>
      </div>
    </Dialog>
  )
}

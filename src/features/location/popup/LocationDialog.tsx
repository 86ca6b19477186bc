import { type Address, addressText } from '#contract/account/account.ts'
import type { Place } from '#contract/delivery/location.ts'
import { storeRead } from '#contract/api/reads.ts'
import { useOptionalRead } from '#platform/api/reads/reads.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { addressLabels } from '#features/location/address/addressLabels.ts'
import styles from './LocationDialog.module.css'
import { PlaceRow, PlaceSearch } from '#features/location/places/PlaceSearch.tsx'
import { useDetection, useGoogleSettings } from '#features/location/places/usePlaces.ts'

type LocationDialogProps = {
  /** Addresses of the customer; none for a guest. */
  saved: Address[]
  onFound: (place: Place) => void
  onAddress: (address: Address) => void
  onClose: () => void
}

/** Choice of another location: by name, by position, or a saved address. */
export function LocationDialog({ saved, onFound, onAddress, onClose }: LocationDialogProps) {
  const { isDetecting, detect } = useDetection(onFound)
  const isGoogle = useGoogleSettings() !== undefined
  const attribution = useOptionalRead(storeRead)?.result.maps.attribution ?? []

  return (
    <Dialog title="Your Location" onClose={onClose}>
      <PlaceSearch onFound={onFound} />
      <div className={styles.current}>
        <Icon name="target" />
        <div className={styles.details}>
          <p className={styles.name}>Current Location</p>
          <p className={styles.note}>Uses your device’s GPS</p>
        </div>
        <Button size="s" isBusy={isDetecting} busyText="Enabling..." onClick={detect}>
          Enable
        </Button>
      </div>
      {saved.length > 0 && (
        <>
          <h3 className={styles.title}>Saved Location</h3>
          <ul className={styles.saved}>
            {saved.map((address) => (
              <PlaceRow
                key={address._id}
                icon={addressLabels[address.label].icon}
                name={addressLabels[address.label].text}
                note={addressText(address)}
                onChoose={() => onAddress(address)}
              />
            ))}
          </ul>
        </>
      )}
      {!isGoogle && attribution.length > 0 && (
        <p className={styles.attribution}>{attribution.join(' · ')}</p>
      )}
    </Dialog>
  )
}

import { useAtom, useAtomValue } from 'jotai'

import type { Address } from '#contract/account.ts'
import type { Place } from '#contract/location.ts'
import { useChosenPlace } from '#features/location/serviceability.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { locationDialogAtom, useDelivery } from '#features/location/locationAtom.ts'
import styles from './LocationDialogs.module.css'

/** Imported when it is opened. */
const loadSearch = () => import('./LocationDialog.tsx')

/** The open location dialog. */
export function LocationDialogs({ saved }: { saved: Address[] }) {
  const [shown, show] = useAtom(locationDialogAtom)
  const { choosePlace, chooseAddress } = useChosenPlace()
  const { module, ...state } = useDeferredImport(loadSearch, shown === 'search')
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const { closedText } = useDelivery()
  const close = () => show(null)
  const onFound = (place: Place) => {
    choosePlace(place)
    close()
  }
  const onAddress = (address: Address) => {
    chooseAddress(address)
    close()
  }

  // A dialog that the shopper did not open waits until the connection is back.
  if (shown === null || (isOffline && shown !== 'search')) return null
  if (shown === 'unserviceable') {
    return (
      <UnserviceableDialog
        closedText={closedText}
        onManual={() => show('search')}
        onClose={close}
      />
    )
  }
  if (!module) return <LoadingDialog title="Your Location" onClose={close} {...state} />
  return <module.LocationDialog {...{ saved, onFound, onAddress }} onClose={close} />
}

type UnserviceableDialogProps = {
  /** Why there is no delivery for now; undefined where the store does not deliver. */
  closedText: string | undefined
  onManual: () => void
  onClose: () => void
}

function UnserviceableDialog({ closedText, onManual, onClose }: UnserviceableDialogProps) {
  return (
    <Dialog
      title={closedText ? 'We’re closed at the moment' : 'We are not serviceable in your area.'}
      onClose={onClose}
    >
      <p className={styles.text}>{closedText ?? 'We will soon be available in your area.'}</p>
      <div className={styles.actions}>
        <Button isWide onClick={onManual}>
          Enter manually
        </Button>
        <Button variant="outline" isWide onClick={onClose}>
          Continue Shopping
        </Button>
      </div>
    </Dialog>
  )
}

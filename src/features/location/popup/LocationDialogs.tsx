import { useAtom, useAtomValue } from 'jotai'
import type { Address } from '#contract/account.ts'
import type { Place } from '#contract/location.ts'
import { useChosenPlace } from '#features/location/useChosenPlace.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { LoadingDialog } from '#ui/feedback/Spinner.tsx'
import { locationDialogAtom } from './locationDialog.ts'
import { LocationPopup } from './LocationPopup.tsx'
import { UnserviceableDialog } from './UnserviceableDialog.tsx'

/** The search is loaded when it is opened; no first view needs it. */
const loadSearch = () => import('./LocationDialog.tsx')

/** The dialog about the location that is open, if one is. */
export function LocationDialogs({ saved }: { saved: Address[] }) {
  const [shown, show] = useAtom(locationDialogAtom)
  const { choosePlace, chooseAddress } = useChosenPlace()
  const { module, ...state } = useDeferredImport(loadSearch, shown === 'search')
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const close = () => show(null)
  const onFound = (place: Place) => {
    choosePlace(place)
    close()
  }
  const onAddress = (address: Address) => {
    chooseAddress(address)
    close()
  }

  // A question that nobody asked for waits until the connection is back.
  if (shown === null || (isOffline && shown !== 'search')) return null
  if (shown === 'ask') {
    return <LocationPopup onFound={onFound} onManual={() => show('search')} onClose={close} />
  }
  if (shown === 'unserviceable') {
    return <UnserviceableDialog onManual={() => show('search')} onClose={close} />
  }
  if (!module) return <LoadingDialog title="Your Location" onClose={close} {...state} />
  return <module.LocationDialog {...{ saved, onFound, onAddress }} onClose={close} />
}

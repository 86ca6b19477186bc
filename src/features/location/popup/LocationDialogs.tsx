import { useAtom } from 'jotai'

import type { Address } from '#contract/address.ts'
import { LocationDialog } from './LocationDialog.tsx'
import { locationDialogAtom } from './locationDialog.ts'
import { LocationPopup } from './LocationPopup.tsx'
import { UnserviceableDialog } from './UnserviceableDialog.tsx'
import { useChosenPlace } from '#features/location/useChosenPlace.ts'

/** The dialog about the place that shows, if one does. */
export function LocationDialogs({ saved }: { saved: Address[] }) {
  const [shown, show] = useAtom(locationDialogAtom)
  const { choosePlace, chooseAddress } = useChosenPlace()
  const close = () => show(null)
  const found = (place: Parameters<typeof choosePlace>[0]) => {
    choosePlace(place)
    close()
  }

  if (shown === 'ask') {
    return <LocationPopup onFound={found} onManual={() => show('search')} onClose={close} />
  }
  if (shown === 'unserviceable') {
    return <UnserviceableDialog onManual={() => show('search')} onClose={close} />
  }
  if (shown === null) return null
  return (
    <LocationDialog
      saved={saved}
      onFound={found}
      onAddress={(address) => {
        chooseAddress(address)
        close()
      }}
      onClose={close}
    />
  )
}
